import { createServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { TOKEN } from './run';

/** The real one, whatever a test makes of the clock. */
const { setInterval: every, clearInterval: stop } = globalThis;

/** What a server does with a connection. */
export interface Attack {
	/** @param request what came, as text; `thief` is another origin */
	answer: (socket: Socket, about: { request: string; url: string; thief: string }) => void;
	/** Answers before anything came. */
	early?: true;
	/** Only a time-out ends it. */
	slow?: true;
	/** So much comes that it takes a second. */
	much?: true;
	/** The error of a plain read of a record; left out if it succeeds. */
	error?: RegExp;
}

const head = (status: string, headers: string[] = []) =>
	[`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json; charset=utf-8';
const CHUNKED = 'Transfer-Encoding: chunked';
const CLOSE = 'Connection: close';

/** A whole reply. */
const whole = (body: Buffer | string, headers: string[] = [JSON_TYPE], status = '200 OK') =>
	Buffer.concat([
		Buffer.from(
			head(status, [...headers, `Content-Length: ${Buffer.byteLength(body as string)}`, CLOSE]),
		),
		Buffer.from(body as string),
	]);

const sends =
	(...parts: Array<Buffer | string>): Attack['answer'] =>
	(socket) => {
		for (const part of parts) socket.write(part);
		socket.end();
	};

/** Sends the same again and again, as fast as it is taken. */
const streams =
	(before: string, part: Buffer | string, after = '', most = 20e9): Attack['answer'] =>
	(socket) => {
		socket.write(before);
		const block = Buffer.concat(
			Array.from(
				{ length: Math.max(1, Math.floor(65_536 / Buffer.byteLength(part as string))) },
				() => Buffer.from(part as string),
			),
		);
		let sent = 0;
		const more = () => {
			while (sent < most) {
				sent += block.length;
				if (!socket.write(block)) return;
			}
			socket.off('drain', more);
			socket.end(after);
		};
		socket.on('drain', more);
		more();
	};

/** A byte now and then. */
const drips =
	(before: string, byte: string): Attack['answer'] =>
	(socket) => {
		socket.write(before);
		const timer = every(() => socket.write(byte), 40);
		socket.on('close', () => stop(timer));
	};

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const encoded = (encoding: string) => [JSON_TYPE, `Content-Encoding: ${encoding}`];

/** A thousand times its size once it is unpacked. */
const bomb = (pack: (content: Buffer) => Buffer) => pack(Buffer.alloc(100e6, ' '));
const packed = new Map<string, Buffer>();
const bombs =
	(encoding: string, pack: (content: Buffer) => Buffer): Attack['answer'] =>
	(socket, about) => {
		const body = packed.get(encoding) ?? bomb(pack);
		packed.set(encoding, body);
		sends(whole(body, encoded(encoding)))(socket, about);
	};

const redirects = (location: (urls: { url: string; thief: string }) => string): Attack['answer'] =>
	function (socket, about) {
		sends(whole('', [`Location: ${location(about)}`], '302 Found'))(socket, about);
	};

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const half = '{"id":1,"name":"Gr';
const BROKEN = /^The connection was closed before a reply arrived: /;
const LATE = /^No reply arrived in time: /;
const BROKE_OFF = /^The reply from Chatwoot was cut off$/;
const TOO_LARGE = /^The reply is \d+(\.\d)? MB; the maximum is 64 MB$/;
const UNREACHED = /^The server at this address does not speak HTTP: /;
const NO_DATA = /^Chatwoot answered with text instead of data: /;
const NO_RECORD = /^Chatwoot answered without the record$/;
const REDIRECTS = /^Chatwoot redirects to /;

/** Everything that a server can do to who asks it, beside what faults.ts has. */
export const attacks = {
	'status line cut': { answer: sends('HTTP/1.1 2'), error: BROKEN },
	'head cut': { answer: sends('HTTP/1.1 200 OK\r\nContent-Type: appl'), error: BROKEN },
	'body cut, with its length': {
		answer: sends(head('200 OK', [JSON_TYPE, 'Content-Length: 1000']), half),
		error: BROKEN,
	},
	'body cut, without length': {
		answer: sends(head('200 OK', [JSON_TYPE, CLOSE]), half),
		error: BROKE_OFF,
	},
	'letter cut in two': {
		answer: sends(whole(Buffer.from('{"id":1,"name":"Grü').subarray(0, -1))),
		error: BROKE_OFF,
	},
	'chunk cut': {
		answer: sends(head('200 OK', [JSON_TYPE, CHUNKED]), `ff\r\n${half}`),
		error: BROKEN,
	},
	'chunk size that is none': {
		answer: sends(head('200 OK', [JSON_TYPE, CHUNKED]), 'xyz\r\n{}\r\n0\r\n\r\n'),
		error: BROKEN,
	},
	'chunk of any size': {
		answer: sends(head('200 OK', [JSON_TYPE, CHUNKED]), `${'f'.repeat(40)}\r\n{}`),
		error: BROKEN,
	},
	'reset in the middle': {
		answer: (socket) => {
			socket.write(head('200 OK', [JSON_TYPE, 'Content-Length: 1000']) + half, () =>
				socket.resetAndDestroy(),
			);
		},
		error: BROKEN,
	},
	'10 GB promised': {
		answer: (socket) => {
			socket.write(head('200 OK', [JSON_TYPE, 'Content-Length: 10737418240']) + half);
		},
		error: TOO_LARGE,
	},
	'no end, in chunks': {
		much: true,
		answer: streams(head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{"id":1},'.repeat(1000))),
		error: TOO_LARGE,
	},
	'no end, of blanks': {
		much: true,
		answer: streams(head('200 OK', [JSON_TYPE, CLOSE]), ' '.repeat(1000)),
		error: TOO_LARGE,
	},
	'no end, of an error': {
		much: true,
		answer: streams(head('500 Internal Server Error', [JSON_TYPE, CLOSE]), '"error",'),
		error: TOO_LARGE,
	},
	'20 million values': {
		much: true,
		answer: streams(head('200 OK', [JSON_TYPE, CLOSE]) + '[{}', ',{}', ']', 60e6),
		error: /^The reply from Chatwoot has more than 4 million values$/,
	},
	'a million records': {
		much: true,
		answer: streams(head('200 OK', [JSON_TYPE, CLOSE]) + '[{"a":1}', ',{"a":1}', ']', 10e6),
		error: /^The list has 1\d+ rows; n8n accepts at most 100000 from one item$/,
	},
	'20 MB of an error': {
		much: true,
		answer: sends(
			whole(JSON.stringify({ error: 'x'.repeat(20e6) }), [JSON_TYPE], '422 Unprocessable'),
		),
		error: /^x{2000}$/,
	},
	'JSON 100,000 deep': {
		answer: sends(whole(`{"id":1,"meta":${deep(100_000)}}`)),
		error: /^The reply from Chatwoot is nested deeper than 200 levels$/,
	},
	'objects 50,000 deep': {
		answer: sends(whole(`${'{"error":'.repeat(50_000)}1${'}'.repeat(50_000)}`)),
		error: /nested deeper/,
	},
	'an error 100,000 deep': {
		answer: sends(whole(`{"error":${deep(100_000)}}`, [JSON_TYPE], '422 Unprocessable')),
		error: /nested deeper/,
	},
	'Latin 1': {
		answer: sends(whole(Buffer.from('{"id":1,"name":"Größe"}', 'latin1'))),
		error: /^The reply from Chatwoot is not in UTF-8$/,
	},
	'UTF-16': {
		answer: sends(whole(Buffer.from('\ufeff{"id":1,"name":"Größe"}', 'utf16le'))),
		error: /is not in UTF-8$/,
	},
	'broken UTF-8': {
		answer: sends(whole(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]))),
		error: /is not in UTF-8$/,
	},
	'an error in Latin 1': {
		answer: sends(
			whole(Buffer.from('{"error":"Größe"}', 'latin1'), [JSON_TYPE], '422 Unprocessable'),
		),
		error: /^Gr.+e$/,
	},
	'byte order mark': { answer: sends(whole('\ufeff{"id":1,"name":"Größe"}')) },
	'gzip that is none': { answer: sends(whole('{"id":1}', encoded('gzip'))), error: BROKEN },
	'gzip cut': {
		answer: sends(whole(gzipSync('{"id":1}').subarray(0, 14), encoded('gzip'))),
		error: BROKE_OFF,
	},
	'unknown encoding': { answer: sends(whole('{"id":1}', encoded('rot13'))) },
	'gzip bomb': { much: true, answer: bombs('gzip', gzipSync), error: TOO_LARGE },
	'deflate bomb': { much: true, answer: bombs('deflate', deflateSync), error: TOO_LARGE },
	'brotli bomb': {
		much: true,
		answer: bombs('br', (content) =>
			brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
		),
		error: TOO_LARGE,
	},
	'head drips': { answer: drips('HTTP/1.1 200 OK\r\nX-Slow: ', 'a'), slow: true, error: LATE },
	'body drips': {
		answer: drips(head('200 OK', [JSON_TYPE, 'Content-Length: 100000']), ' '),
		slow: true,
		error: LATE,
	},
	'chunks drip': {
		answer: drips(head('200 OK', [JSON_TYPE, CHUNKED]), '1\r\n \r\n'),
		slow: true,
		error: LATE,
	},
	'endless 103': {
		answer: drips('', head('103 Early Hints', ['Link: </a>; rel=preload'])),
		slow: true,
		error: LATE,
	},
	silence: { answer: () => undefined, slow: true, error: LATE },
	'100 and no more': { answer: sends(head('100 Continue')), error: BROKEN },
	'101': {
		answer: sends(head('101 Switching Protocols', ['Connection: upgrade', 'Upgrade: x'])),
		slow: true,
		error: LATE,
	},
	'102, then the reply': { answer: sends(head('102 Processing'), whole('{"id":1}')) },
	'204 with a body': {
		answer: sends(whole('{"id":1}', [JSON_TYPE], '204 No Content')),
		error: NO_RECORD,
	},
	'205 with a body': { answer: sends(whole('{"id":1}', [JSON_TYPE], '205 Reset Content')) },
	'304': {
		answer: sends(whole('', [], '304 Not Modified')),
		error: /^Chatwoot answered with status 304 /,
	},
	'300 without a place': { answer: sends(whole('', [], '300 Choices')), error: REDIRECTS },
	'600': {
		answer: sends(whole('{}', [JSON_TYPE], '600 What')),
		error: /^Chatwoot answered with status 600 /,
	},
	'999 with a text': { answer: sends(whole('Go away', [], '999 No')), error: /^Go away$/ },
	'a status of letters': { answer: sends(whole('{}', [], 'abc')), error: UNREACHED },
	'a status of two digits': { answer: sends(whole('{}', [], '20 OK')), error: UNREACHED },
	'no HTTP': { answer: sends('SSH-2.0-OpenSSH_9.2\r\n'), early: true, error: UNREACHED },
	'HTTP of another version': { answer: sends('HTTP/9.7 200 OK\r\n\r\n{}'), error: UNREACHED },
	'bytes of TLS': {
		answer: sends(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
		early: true,
		error: UNREACHED,
	},
	'an answer before the question': { answer: sends(whole('{"id":1}')), early: true },
	'closed at once': { answer: (socket) => void socket.destroy(), early: true, error: BROKEN },
	'100,000 headers': {
		answer: streams('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n', '\r\n{}', 1e6),
		error: UNREACHED,
	},
	'headers without end': { answer: streams('HTTP/1.1 200 OK\r\n', 'X: y\r\n'), error: UNREACHED },
	'a header of 1 MB': {
		answer: sends(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1e6)}\r\n\r\n{}`),
		error: UNREACHED,
	},
	'a header without end': { answer: streams('HTTP/1.1 200 OK\r\nX: ', 'y'), error: UNREACHED },
	'two lengths': {
		answer: sends(
			head('200 OK', [JSON_TYPE, 'Content-Length: 8', 'Content-Length: 2']),
			'{"id":1}',
		),
		error: UNREACHED,
	},
	'length and chunks': {
		answer: sends(head('200 OK', [JSON_TYPE, 'Content-Length: 8', CHUNKED]), '{"id":1}'),
		error: UNREACHED,
	},
	'a length below zero': {
		answer: sends(head('200 OK', [JSON_TYPE, 'Content-Length: -1']), '{"id":1}'),
		error: UNREACHED,
	},
	'two types and places': {
		answer: sends(
			whole('{"id":1}', [JSON_TYPE, 'Content-Type: text/html', 'Location: /a', 'Location: /b']),
		),
	},
	'redirect to itself': { answer: redirects(({ url }) => url), error: REDIRECTS },
	'redirect in a circle': {
		answer: (socket, about) =>
			redirects(() => (about.request.includes('/one') ? '/two' : '/one'))(socket, about),
		error: REDIRECTS,
	},
	'redirect to another origin': {
		answer: redirects(({ thief }) => `${thief}/x`),
		error: REDIRECTS,
	},
	'redirect to a like origin': {
		answer: redirects(({ url, thief }) => thief.replace('//', `//${new URL(url).host}@`)),
		error: REDIRECTS,
	},
	'redirect without a scheme': {
		answer: redirects(({ thief }) => thief.replace('http:', '')),
		error: REDIRECTS,
	},
	'redirect to file:': { answer: redirects(() => 'file:///etc/passwd'), error: REDIRECTS },
	'redirect to ftp:': { answer: redirects(() => 'ftp://127.0.0.1/a'), error: REDIRECTS },
	'redirect to data:': { answer: redirects(() => 'data:application/json,{}'), error: REDIRECTS },
	'redirect to javascript:': { answer: redirects(() => 'javascript:alert(1)'), error: REDIRECTS },
	'redirect to nothing': { answer: redirects(() => 'http://['), error: REDIRECTS },
	'redirect to a long place': { answer: redirects(() => `/${'a'.repeat(8000)}`), error: REDIRECTS },
	'redirect with the token': { answer: redirects(() => `/${TOKEN}`), error: /\/\*\*\*$/ },
	'an error with the token': {
		answer: sends(
			whole(
				JSON.stringify({ message: `${TOKEN} is wrong`, attributes: [TOKEN] }),
				[JSON_TYPE],
				'422 Unprocessable',
			),
		),
		error: /^\*\*\* is wrong$/,
	},
	'text with the token': { answer: sends(whole(`Hello ${TOKEN}`)), error: BROKE_OFF },
	'plain text': { answer: sends(whole('Hello', ['Content-Type: text/plain'])), error: NO_DATA },
	'numbers beyond 2^53': { answer: sends(whole('{"id":90071992547409931,"n":1e999,"m":-0}')) },
	'a key twice': { answer: sends(whole('{"id":1,"id":{"id":2},"id":3}')) },
	'keys of every object': {
		answer: sends(
			whole(
				'{"id":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"custom_attributes":{"__proto__":{"polluted":true}},"toString":1,"hasOwnProperty":2,"then":3}',
			),
		),
	},
	'an error of the name constructor': {
		answer: sends(whole('{"error":"constructor"}', [JSON_TYPE], '422 Unprocessable')),
		error: /^constructor$/,
	},
	'a text as JSON': { answer: sends(whole('"Hello"')), error: BROKE_OFF },
	'a number as JSON': { answer: sends(whole('7')), error: NO_RECORD },
	null: { answer: sends(whole('null')), error: NO_RECORD },
	NaN: { answer: sends(whole('NaN')), error: BROKE_OFF },
	nothing: { answer: sends(whole('')), error: NO_RECORD },
	blanks: { answer: sends(whole(' \n ')), error: BROKE_OFF },
	'zero bytes': { answer: sends(whole('\0\0\0')), error: BROKE_OFF },
	'wait for ever': {
		answer: sends(whole('', ['Retry-After: 99999999999999999999999'], '503 Service Unavailable')),
		error: /^Chatwoot answered with status 503 and gave no reason$/,
	},
	'wait till the past': {
		answer: sends(whole('', ['Retry-After: -5'], '503 Service Unavailable')),
		error: /^Chatwoot answered with status 503 and gave no reason$/,
	},
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];

/** A server on raw TCP: HTTP as nobody should speak it. */
export async function attacking({ answer, early }: Attack, thief = 'http://127.0.0.1:9') {
	const requests: string[] = [];
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		// The other side goes away in the middle: that is what is tested.
		socket.on('error', () => undefined);
		const { port } = server.address() as AddressInfo;
		const about = { request: '', url: `http://127.0.0.1:${port}`, thief };
		if (early) answer(socket, about);
		let seen = '';
		socket.on('data', (data: Buffer) => {
			const isNew = seen === '';
			seen = (seen + data.toString('latin1')).slice(0, 100_000);
			if (!isNew && seen.indexOf('\r\n\r\n') < seen.length - data.length - 4) return;
			if (!seen.includes('\r\n\r\n')) return;
			requests.push(seen);
			if (!early) answer(socket, { ...about, request: seen });
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		close: async () => {
			for (const socket of open) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
