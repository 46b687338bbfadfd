import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { toItems } from '../../../nodes/shared/transport/files';
import { json as object, optional, text } from '../../../nodes/shared/vocabulary/fields/fields';
import { file, fileAddress, files } from '../../../nodes/shared/vocabulary/fields/uploads';
import { operation } from '../../../nodes/shared/vocabulary/operation';
import { fileNamed, record } from '../../../nodes/shared/vocabulary/reply';
import { fastClock, replyBegins, timeoutsByHand } from '../../support/clock';
import { json, nodeOf, run, runAt, serve, TOKEN } from '../../support/run';
import { listen, type Answer, type Received } from '../../support/server';

/** Every byte there is, so that nothing can take it for text. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const binaryOf = (content: Buffer, settings: Partial<IBinaryData> = {}): IBinaryData => ({
	data: content.toString('base64'),
	mimeType: 'application/pdf',
	...settings,
});

/** The parts of a multipart body, files as name, type and content. */
async function partsOf({ body, headers }: Received) {
	const form = await new Response(new Uint8Array(body), {
		headers: { 'content-type': String(headers['content-type']) },
	}).formData();
	return await Promise.all(
		[...form].map(async ([key, value]) =>
			typeof value === 'string'
				? [key, value]
				: [key, value.name, value.type, Buffer.from(await value.arrayBuffer())],
		),
	);
}

describe('an upload', () => {
	const upload = (...parts: Parameters<typeof optional>) =>
		nodeOf(
			operation({
				name: 'Upload',
				action: 'Upload',
				gives: 'What was stored',
				request: 'POST /upload',
				body: [optional(text('content'), object('meta'), ...parts)],
				reply: record(),
			}),
		);
	const several = upload(files('attachments', { megabytes: 40 }));
	const avatarUpload = upload(file('avatar', { types: ['image/png', 'image/gif'], megabytes: 1 }));

	const send = async (
		node: ReturnType<typeof upload>,
		fields: IDataObject,
		...binary: Array<INodeExecutionData['binary']>
	) => {
		const items = binary.map((entry) => ({ json: {}, binary: entry }));
		const parameters = { additional_fields: fields };
		return await run('test.run', parameters, [json({ id: 1 })], { node, items });
	};

	const PAGE = binaryOf(BYTES, { fileName: 'größe 1.pdf' });
	const NOTE = binaryOf(Buffer.from('note'), { fileName: 'note.txt', mimeType: 'text/plain' });
	const PICTURE = binaryOf(Buffer.from('hello'), { mimeType: 'image/png' });

	test.each([
		['a list', ['note', 'page']],
		['a list as JSON', '["note", "page"]'],
		['names with commas', 'note, page'],
		['an expression', '={{ Object.keys($binary).reverse() }}'],
	])('takes the names of several files as %s', async (_, attachments) => {
		const { received, error } = await send(several, { attachments }, { page: PAGE, note: NOTE });
		expect(error).toBeUndefined();
		expect(received).toHaveLength(1);
		expect(await partsOf(received[0])).toEqual([
			['attachments[]', 'note.txt', 'text/plain', Buffer.from('note')],
			['attachments[]', 'größe 1.pdf', 'application/pdf', BYTES],
		]);
	});

	test('takes one file, which may go alone', async () => {
		const { received } = await send(avatarUpload, { avatar: ' data ' }, { data: PICTURE });
		expect(await partsOf(received[0])).toEqual([
			['avatar', 'file.png', 'image/png', Buffer.from('hello')],
		]);
	});

	test.each([
		[{ fileName: 'a.gif', fileExtension: 'png' }, 'a.gif'],
		[{ fileExtension: 'png' }, 'file.png'],
		[{}, 'file.png'],
		[{ mimeType: 'image/gif', fileName: '' }, 'file.gif'],
		[{ fileName: ' / ' }, 'file.png'],
		[{ fileName: '   ' }, 'file.png'],
		[{ fileName: 'photos/Me at 1.5 m.' }, 'Me at 1.5 m.png'],
		[{ fileName: '.png' }, '.png'],
	])('of a file %j is called %s', async (settings, name) => {
		const { received } = await send(
			avatarUpload,
			{ avatar: 'data' },
			{ data: { ...PICTURE, ...settings } },
		);
		const [part] = await partsOf(received[0]);
		expect(part[1]).toBe(name);
	});

	test('keeps names and texts apart from what is around them', async () => {
		const fields = { attachments: 'note', content: '"\r\n--x' };
		const note = { ...NOTE, fileName: 'a"\r\nb.txt' };
		const { received } = await send(several, fields, { note });
		expect(await partsOf(received[0])).toEqual([
			['content', '"\r\n--x'],
			['attachments[]', 'a"b.txt', 'text/plain', Buffer.from('note')],
		]);
	});

	test('writes the nested texts beside it in brackets', async () => {
		const meta = { plan: '', tags: ['a', 'ü'], at: { home: 'true' } };
		const fields = { attachments: 'note', content: 'Hi', meta };
		const { received } = await send(several, fields, { note: NOTE });
		expect(await partsOf(received[0])).toEqual([
			['content', 'Hi'],
			['meta[plan]', ''],
			['meta[tags][]', 'a'],
			['meta[tags][]', 'ü'],
			['meta[at][home]', 'true'],
			['attachments[]', 'note.txt', 'text/plain', Buffer.from('note')],
		]);
	});

	test.each<[IDataObject, string]>([
		[{ n: 1.5 }, 'meta.n'],
		[{ b: { c: false } }, 'meta.b.c'],
		[{ a: 'x', nul: null }, 'meta.nul'],
		[{ none: [] }, 'meta.none'],
		[{}, 'meta'],
		[{ list: ['a', 2] }, 'meta.list.1'],
		[{ list: [{ a: 'x' }] }, 'meta.list.0'],
		[{ list: [['x']] }, 'meta.list.0'],
		[{ '': 'x' }, 'meta.'],
		[{ 'a[b]': 'x' }, 'meta.a[b]'],
		[{ 'a"': 'x' }, 'meta.a"'],
		[{ 'a\\': 'x' }, 'meta.a\\'],
		[{ 'a\n': 'x' }, 'meta.a\n'],
	])('is refused beside %j, which a form cannot say', async (meta, path) => {
		const { error, received } = await send(several, { attachments: 'note', meta }, { note: NOTE });
		expect(error?.message).toContain(`${path} cannot be sent together with files`);
		expect(error?.description).toContain('Nothing was sent');
		expect(received).toEqual([]);
	});

	test('keeps the line breaks of a text', async () => {
		const fields = { attachments: 'note', content: 'a\nb\r\nc' };
		const { received } = await send(several, fields, { note: NOTE });
		expect((await partsOf(received[0]))[0]).toEqual(['content', 'a\nb\r\nc']);
	});

	test('without files is JSON', async () => {
		const { received } = await send(several, { content: 'Hi', attachments: '' }, {});
		expect(received[0].headers['content-type']).toBe('application/json');
		expect(received[0].body.toString()).toBe('{"content":"Hi"}');
	});

	test('takes the files of its own item', async () => {
		const { received } = await send(
			several,
			{ attachments: 'file' },
			{ file: PAGE },
			{ file: NOTE },
		);
		const sent = await Promise.all(received.map(partsOf));
		expect(sent.map(([[, name]]) => name).sort()).toEqual(['größe 1.pdf', 'note.txt']);
	});

	test.each<[string, IDataObject, INodeExecutionData['binary'], string]>([
		[
			'a file that is not there',
			{ attachments: 'note, photo' },
			{ note: NOTE, page: PAGE },
			'Attachments names the binary field "photo", which the input item does not have (it has note, page)',
		],
		[
			'a file of an item without files',
			{ attachments: ['note'] },
			undefined,
			'Attachments names the binary field "note", which the input item does not have (it has no binary data)',
		],
		[
			'an empty name',
			{ attachments: 'note,,page' },
			{ note: NOTE },
			'Attachments must be a list of text values',
		],
		[
			'an object',
			{ attachments: { note: 1 } },
			{ note: NOTE },
			'Attachments is an object without files: use a file such as {{ $binary.data }}, or the name of its binary field',
		],
		[
			'a file without content',
			{ attachments: 'none' },
			{ none: binaryOf(Buffer.alloc(0), { fileName: 'none.pdf' }) },
			'Attachments is empty: none.pdf has 0 bytes',
		],
	])('of %s is refused', async (_, fields, binary, words) => {
		const { error, received } = await send(several, fields, binary);
		expect(error?.message).toBe(words);
		expect(error?.description).toContain('Nothing was sent');
		expect(received).toEqual([]);
	});

	test('of a picture alone is one request: the service refuses an update without a field', async () => {
		const { error, received } = await run(
			'contact.update',
			{ contact_id: 7, update_fields: { avatar: 'data' } },
			[json({ payload: { id: 7 } })],
			{ items: [{ json: {}, binary: { data: PICTURE } }] },
		);
		expect(error).toBeUndefined();
		expect(received.map(({ method, path }) => [method, path])).toEqual([
			['PUT', '/api/v1/accounts/1/contacts/7'],
		]);
		expect(await partsOf(received[0])).toEqual([
			['avatar', 'file.png', 'image/png', Buffer.from('hello')],
		]);
	});

	const COMBINED = {
		_files: { data: NOTE, 'my file': PAGE },
		photos: [PICTURE],
		nested: { 'a.b': NOTE },
	};
	const [ofNote, ofPage, ofPicture] = ['note.txt', 'größe 1.pdf', 'file.png'];

	test.each<[string, unknown, string[]]>([
		['a name', 'data', [ofNote]],
		['a name with a blank', 'my file', [ofPage]],
		['names with commas', 'my file, data', [ofPage, ofNote]],
		['a dotted path', '_files.data', [ofNote]],
		['a path with a blank', '_files.my file', [ofPage]],
		['a quoted path', `_files["my file"], nested['a.b']`, [ofPage, ofNote]],
		['a place in a list', 'photos[0]', [ofPicture]],
		['a file', '={{ $json._files.data }}', [ofNote]],
		['a list of files', '={{ [$json.photos[0], $json._files.data] }}', [ofPicture, ofNote]],
		['a list of names and files', '={{ ["data", $json.photos[0]] }}', [ofNote, ofPicture]],
		['all files', '={{ $json._files }}', [ofNote, ofPage]],
		[
			'the files of several items',
			'={{ [$json._files, $json._files] }}',
			[ofNote, ofPage, ofNote, ofPage],
		],
	])('takes files in the JSON of an item as %s', async (_, attachments, names) => {
		const parameters = { additional_fields: { attachments } as IDataObject };
		for (const engine of [false, true]) {
			const items = [{ json: COMBINED as unknown as IDataObject }];
			const { received, error } = await run('test.run', parameters, [json({ id: 1 })], {
				...{ node: several, items, engine },
			});
			expect(error).toBeUndefined();
			expect((await partsOf(received[0])).map(([, name]) => name)).toEqual(names);
		}
	});

	test.each<[string, unknown, string[]]>([
		['a name with a comma', 'a, b', [ofPage]],
		['names of which one has a comma', '["a, b", "note"]', [ofPage, ofNote]],
		['a file', '={{ $binary.note }}', [ofNote]],
		['all files', '={{ $binary }}', [ofPage, ofNote]],
		['a list of files', '={{ [$binary.note, $binary["a, b"]] }}', [ofNote, ofPage]],
	])('takes binary data as %s', async (_, attachments, names) => {
		const binary = { 'a, b': PAGE, note: NOTE };
		const { received, error } = await send(several, { attachments } as IDataObject, binary);
		expect(error).toBeUndefined();
		expect((await partsOf(received[0])).map(([, name]) => name)).toEqual(names);
	});

	test.each(['={{ $binary.data }}', '={{ $binary }}', '={{ [$binary.data] }}'])(
		'takes %s as its only file',
		async (avatar) => {
			const { received } = await send(avatarUpload, { avatar }, { data: PICTURE });
			expect((await partsOf(received[0])).map(([, name]) => name)).toEqual([ofPicture]);
		},
	);

	test.each([
		['={{ Object.values($binary) }}', 'Avatar takes one file; there are 2'],
		[
			'constructor',
			'Avatar names the binary field "constructor", which the input item does not have (it has data, more)',
		],
	])('refuses %s as its only file', async (avatar, words) => {
		const { error } = await send(avatarUpload, { avatar }, { data: PICTURE, more: PICTURE });
		expect(error?.message).toBe(words);
	});

	test('is refused if n8n left out its content, and another file has the same name', async () => {
		const twin = { ...PAGE, data: Buffer.from('other').toString('base64') };
		const { error, received } = await send(
			several,
			{ attachments: '={{ $binary.page }}' },
			{ page: PAGE, twin },
		);
		expect(error?.message).toBe(
			'Attachments is the file größe 1.pdf without its content, which n8n keeps in memory: use the name of its binary field',
		);
		expect(received).toEqual([]);
	});

	const MP3 = Buffer.concat([Buffer.from('ID3'), BYTES]);

	test.each<[string, string, Buffer, string, string]>([
		['IMAGE/PNG', 'a.bin', BYTES, 'a.bin', 'image/png'],
		['image/jpg', 'a.jpg', BYTES, 'a.jpg', 'image/jpeg'],
		['image/png; charset=binary', 'a.png', BYTES, 'a.png', 'image/png'],
		['audio/ogg; codecs=opus', 'a.ogg', BYTES, 'a.ogg', 'audio/ogg'],
		['application/octet-stream', 'song.MP3', BYTES, 'song.MP3', 'audio/mpeg'],
		['binary/octet-stream', 'song', MP3, 'song.mp3', 'audio/mpeg'],
		['', 'offer', Buffer.from('%PDF-1.7'), 'offer.pdf', 'application/pdf'],
		['application/octet-stream', 'a.unknown', BYTES, 'a.unknown', 'application/octet-stream'],
		['application/octet-stream', '', BYTES, 'file.bin', 'application/octet-stream'],
		['application/force-download', 'list', Buffer.from('größe;1'), 'list.txt', 'text/plain'],
	])(
		'sends a file of the type "%s" with the name "%s" as it is',
		async (mimeType, fileName, content, name, type) => {
			const { received } = await send(
				several,
				{ attachments: 'data' },
				{ data: binaryOf(content, { mimeType, fileName }) },
			);
			expect((await partsOf(received[0]))[0].slice(1, 3)).toEqual([name, type]);
		},
	);

	test('of a picture is known by its name or content, if its type says nothing', async () => {
		const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
		const unknown = { mimeType: 'application/octet-stream' };
		for (const data of [binaryOf(png, unknown), binaryOf(BYTES, { ...unknown, fileName: 'a.gif' })])
			expect((await send(avatarUpload, { avatar: 'data' }, { data })).error).toBeUndefined();
		const { error, received } = await send(
			avatarUpload,
			{ avatar: 'data' },
			{ data: binaryOf(MP3, unknown) },
		);
		expect(error?.message).toBe('Avatar is a audio/mpeg file; use image/png, image/gif');
		expect(error?.description).toContain('Nothing was sent');
		expect(received).toEqual([]);
	});

	test('tells all that is wrong with its files together', async () => {
		const { error } = await send(several, { attachments: 'a, b' }, {});
		expect(error?.message).toMatch(/^Attachments names .*"a".*; Attachments names .*"b"/);
	});

	test('of a file of another type is refused', async () => {
		const { error, received } = await send(avatarUpload, { avatar: 'data' }, { data: NOTE });
		expect(error?.message).toBe('Avatar is a text/plain file; use image/png, image/gif');
		expect(received).toEqual([]);
	});

	describe('of a file that n8n keeps', () => {
		const getMetadata = jest.spyOn(BinaryDataService.prototype, 'getMetadata');
		const getAsBuffer = jest.spyOn(BinaryDataService.prototype, 'getAsBuffer');
		beforeEach(() => {
			getMetadata.mockReset();
			getAsBuffer.mockReset().mockResolvedValue(BYTES);
		});
		afterAll(() => {
			getMetadata.mockRestore();
			getAsBuffer.mockRestore();
		});
		const stored = { ...PICTURE, data: 'filesystem-v2', id: 'filesystem-v2:1' };

		test('outside of memory is refused before it is read where it is too large', async () => {
			getMetadata.mockResolvedValue({ fileSize: 1_000_001 });
			const { error, received } = await send(avatarUpload, { avatar: 'data' }, { data: stored });
			expect(error?.message).toBe('Avatar is 1.1 MB; the maximum is 1 MB');
			expect(getMetadata.mock.calls).toEqual([['filesystem-v2:1']]);
			expect(getAsBuffer).not.toHaveBeenCalled();
			expect(received).toEqual([]);
		});

		test('in memory is refused before it is decoded where it is too large', async () => {
			const data = { ...PICTURE, data: Buffer.alloc(1_000_001).toString('base64') };
			const { error, received } = await send(avatarUpload, { avatar: 'data' }, { data });
			expect(error?.message).toBe('Avatar is 1.1 MB; the maximum is 1 MB');
			expect(getMetadata).not.toHaveBeenCalled();
			expect(getAsBuffer).not.toHaveBeenCalled();
			expect(received).toEqual([]);
		});

		test('outside of memory is sent where it is just small enough', async () => {
			getMetadata.mockResolvedValue({ fileSize: 1_000_000 });
			const { received } = await send(avatarUpload, { avatar: 'data' }, { data: stored });
			expect(await partsOf(received[0])).toEqual([['avatar', 'file.png', 'image/png', BYTES]]);
		});

		test.each([999_998, 999_999, 1_000_000])(
			'in memory is sent with %d bytes, just small enough',
			async (bytes) => {
				const data = { ...PICTURE, data: Buffer.alloc(bytes).toString('base64') };
				const { error } = await send(avatarUpload, { avatar: 'data' }, { data });
				expect(error).toBeUndefined();
			},
		);

		test('is refused for its type before its size is looked at', async () => {
			const data = { ...stored, mimeType: 'text/plain' };
			await send(avatarUpload, { avatar: 'data' }, { data });
			expect(getMetadata).not.toHaveBeenCalled();
		});
	});
});

const downloading = (method: 'GET' | 'POST') =>
	nodeOf(
		operation({
			name: 'Download',
			action: 'Download',
			gives: 'The report',
			request: `${method} /report`,
			query: [optional(text('since'))],
			reply: fileNamed('report.csv'),
			needs: { since: '4.16' },
			description: 'Takes a minute',
		}),
	);
const report = downloading('GET');

/** A file as a server sends it; a header without a value is left out. */
const fileOf = (headers: Record<string, string | undefined> = {}): Answer => ({
	status: 200,
	headers: Object.fromEntries(
		Object.entries({ 'content-type': 'application/pdf', ...headers }).filter(
			(header): header is [string, string] => header[1] !== undefined,
		),
	),
	body: BYTES,
});

const download = async (answer: Answer, parameters: IDataObject = {}) =>
	await run('test.run', parameters, [answer], { node: report });

const contentOf = ({ binary }: INodeExecutionData, property = 'data') =>
	Buffer.from(binary?.[property].data ?? '', 'base64');

describe('a download', () => {
	test('is an item with the file and what it is', async () => {
		const { items, received } = await download(
			fileOf({ 'content-disposition': 'attachment; filename="all.pdf"' }),
			{ options: { since: '1' } },
		);
		expect(items).toEqual([
			{
				json: { fileName: 'all.pdf', mimeType: 'application/pdf', fileSize: 256 },
				binary: {
					data: expect.objectContaining({
						fileName: 'all.pdf',
						mimeType: 'application/pdf',
						fileExtension: 'pdf',
					}) as IBinaryData,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(received).toMatchObject([
			{
				method: 'GET',
				path: '/report',
				query: [['since', '1']],
				headers: { accept: 'application/json', api_access_token: TOKEN },
			},
		]);
	});

	test.each([
		['report', 'report'],
		['', 'data'],
	])('goes to the field that the option "%s" names', async (name, property) => {
		const { items } = await download(fileOf(), { options: { binary_property: name } });
		expect(Object.keys(items[0].binary ?? {})).toEqual([property]);
		expect(contentOf(items[0], property)).toEqual(BYTES);
	});

	test('of no bytes is a file, too', async () => {
		const { items } = await download({ ...fileOf(), body: '' });
		expect(items[0].json).toEqual({
			fileName: 'report.csv',
			mimeType: 'application/pdf',
			fileSize: 0,
		});
	});

	test('of every item is linked to it', async () => {
		const { items } = await run('test.run', {}, [fileOf()], {
			node: report,
			items: [{ json: {} }, { json: {} }],
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items.map((item) => contentOf(item).length)).toEqual([256, 256]);
	});

	test.each([
		['attachment; filename="a.csv"', 'a.csv'],
		['attachment; filename=a.csv', 'a.csv'],
		['attachment; filename=a b.csv; size=3', 'a b.csv'],
		['inline; FileName="a.csv"', 'a.csv'],
		['attachment; filename="a;b.csv"; size=3', 'a;b.csv'],
		["attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe.csv", 'größe.csv'],
		["attachment; filename*=utf-8''a%20b.csv; size=3", 'a b.csv'],
		["attachment; filename*=UTF-8'de'a.csv", 'a.csv'],
		[`attachment; filename="x.csv"; filename*=UTF-8''y.csv`, 'y.csv'],
		[`attachment; filename*=UTF-8''y.csv; filename="x.csv"`, 'y.csv'],
		["attachment; filename*=UTF-8''%E0%A4%A.csv", '%E0%A4%A.csv'],
		['attachment; filename="../../etc/passwd"', 'passwd'],
		['attachment; filename="C:\\temp\\a.csv"', 'a.csv'],
		["attachment; filename*=UTF-8''..%2F..%2Fa.csv", 'a.csv'],
		['attachment; filename="folder/"', 'report.csv'],
		['attachment; filename=""', 'report.csv'],
		['attachment', 'report.csv'],
		[undefined, 'report.csv'],
	])('with the disposition %s is called %s', async (disposition, name) => {
		const { items } = await download(fileOf({ 'content-disposition': disposition }));
		expect(items[0].json.fileName).toBe(name);
		expect(items[0].binary?.data.fileName).toBe(name);
	});

	test.each([
		['text/csv', 'text/csv'],
		['text/csv; charset=utf-8', 'text/csv'],
		[undefined, 'application/octet-stream'],
	])('of type %s has the MIME type %s', async (type, mimeType) => {
		const { items } = await download(fileOf({ 'content-type': type }));
		expect(items[0].json.mimeType).toBe(mimeType);
		expect(items[0].binary?.data.mimeType).toBe(mimeType);
		expect(contentOf(items[0])).toEqual(BYTES);
	});

	test.each([
		['text/csv', 'name,größe\n', true],
		['text/csv; charset=utf-8', 'x'.repeat(100_000), true],
		['text/csv', 'x'.repeat(100_001), false],
		['text/csv', 'ü'.repeat(50_001), false],
		['application/json', '{}', false],
		[undefined, 'x', false],
	])(
		'of type %s, case %#, shows its text only where it is a short one',
		async (type, body, shown) => {
			const { items } = await download({ ...fileOf({ 'content-type': type }), body });
			expect(items[0].json.text).toBe(shown ? body : undefined);
			expect(items[0].json.fileSize).toBe(Buffer.byteLength(body));
			expect(contentOf(items[0]).toString()).toBe(body);
		},
	);

	test('of JSON is a file, not data', async () => {
		const { items } = await download(json({ id: 1 }));
		expect(contentOf(items[0]).toString()).toBe('{"id":1}');
		expect(items[0].json.mimeType).toBe('application/json');
	});

	const page = '<!DOCTYPE html><html><body>Hello</body></html>';
	const html = { 'content-type': 'text/html; charset=utf-8' };

	test('that is a web page is an error', async () => {
		const { error, items } = await download({ status: 200, headers: html, body: page });
		expect(error?.message).toBe('The address answered with a web page instead of data');
		expect(items).toEqual([]);
	});

	test('of a web page as attachment is a file', async () => {
		const headers = { ...html, 'content-disposition': 'attachment; filename=a.html' };
		const { items } = await download({ status: 200, headers, body: page });
		expect(items[0].json).toEqual({
			fileName: 'a.html',
			mimeType: 'text/html',
			fileSize: page.length,
			text: page,
		});
		expect(contentOf(items[0]).toString()).toBe(page);
	});

	test.each<[number, Answer, string, string]>([
		[401, json({ error: `Bad token ${TOKEN}` }, 401), 'Bad token ***', 'HTTP 401'],
		[404, json({ error: 'Not here' }, 404), 'Not here', 'HTTP 404.'],
		[422, { status: 422, body: 'No such report' }, 'No such report', 'HTTP 422'],
		[
			500,
			{ status: 500, headers: html, body: page },
			'Chatwoot answered with status 500 and gave no reason',
			'check the server log',
		],
		[403, { ...json({ error: 'No' }, 403), headers: { location: '/x' } }, 'No', 'HTTP 403'],
		[304, { status: 304 }, 'Chatwoot answered with status 304 and gave no reason', 'HTTP 304'],
	])(
		'that is answered with %d is told in the words of the service',
		async (status, answer, words, hint) => {
			const { error, items, received } = await download(answer);
			expect(error?.message).toBe(words);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.description).toMatch(new RegExp(`^Test → Download, HTTP ${status}[.,]`));
			expect(error?.description).toContain(hint);
			expect([items, received.length]).toEqual([[], 1]);
		},
	);
});

describe('a CSV file', () => {
	const table = nodeOf(
		operation({
			name: 'Download',
			action: 'Download',
			gives: 'One item for each row',
			request: 'GET /report',
			reply: fileNamed('report.csv', { note: 'last', columns: ['a', 'b'] }),
		}),
	);
	const csv = (body: string | Buffer, type = 'text/csv'): Answer => ({
		status: 200,
		headers: { 'content-type': type, 'content-disposition': 'attachment; filename=a.csv' },
		body,
	});
	const ask = async (answer: Answer, parameters: IDataObject = {}) =>
		await run('test.run', parameters, [answer], { node: table });

	test('comes as rows where nothing is chosen, each linked to its item', async () => {
		const { items } = await run('test.run', {}, [csv('a,b\n1,"2,\n"\n3,\nPeriod\n')], {
			node: table,
			items: [{ json: {} }, { json: {} }],
		});
		expect(items).toEqual(
			[0, 1].flatMap((item) => [
				{ json: { a: '1', b: '2,\n' }, pairedItem: { item } },
				{ json: { a: '3', b: '' }, pairedItem: { item } },
			]),
		);
	});

	test('without rows is no item, as a file its header', async () => {
		const answer = csv('a,b\nPeriod\n');
		expect(await ask(answer)).toMatchObject({ items: [], error: undefined });
		const { items } = await ask(answer, { output: 'file' });
		expect(contentOf(items[0]).toString()).toBe('a,b\n');
	});

	test.each(['text/csv; charset=iso-8859-1', 'text/csv; charset=us-ascii', 'text/csv'])(
		'is read as UTF-8, also as %s',
		async (type) => {
			const { items } = await ask(csv('a,größe\n1,é\n', type));
			expect(items[0].json).toEqual({ a: '1', größe: 'é' });
			const file = await ask(csv('a,größe\n1,é\n', type), { output: 'file' });
			expect(contentOf(file.items[0])).toEqual(Buffer.from('a,größe\n1,é\n'));
		},
	);

	test.each<[IDataObject, string]>([
		[{}, "a,b\n'=1,-2\n"],
		[{ escape_formulas: false }, 'a,b\n=1,-2\n'],
		[{ byte_order_mark: true }, "\ufeffa,b\n'=1,-2\n"],
	])('is put right with %j', async (parameters, content) => {
		const { items } = await ask(csv('a\n=1,-2\nPeriod\n'), { output: 'file', ...parameters });
		expect(items).toHaveLength(1);
		expect(contentOf(items[0])).toEqual(Buffer.from(content));
		expect(items[0].json).toEqual({
			fileName: 'a.csv',
			mimeType: 'text/csv',
			fileSize: Buffer.byteLength(content),
			text: content,
		});
	});

	test.each([csv('a"b'), csv(BYTES), csv(BYTES, 'application/pdf'), csv('')])(
		'comes as it was sent where that is chosen, case %#',
		async (answer) => {
			const parameters = { output: 'file_as_sent', binary_property: 'report' };
			const { items } = await ask(answer, parameters);
			expect(contentOf(items[0], 'report')).toEqual(Buffer.from(answer.body as string));
		},
	);

	test.each([
		[csv('a,b\n1,2"\n'), 'The CSV file from Chatwoot is malformed in row 2', 'File as Sent'],
		[csv(''), 'The CSV file from Chatwoot contains no table', ''],
		[json({ id: 1 }), 'Chatwoot answered with application/json instead of a CSV file', ''],
	])('that cannot be read is an error, case %#', async (answer, words, hint) => {
		for (const output of ['rows', 'file']) {
			const { items, error } = await ask(answer, { output });
			expect([items, error?.message]).toEqual([[], words]);
			expect(error?.description).toContain(hint);
		}
	});

	test('has at most as many rows as n8n takes', async () => {
		const rows = (count: number) => csv(`a,b\n${'1,2\n'.repeat(count)}`);
		expect((await ask(rows(100_000))).items).toHaveLength(100_000);
		const { error } = await ask(rows(100_001));
		expect(error?.message).toBe(
			'The file has 100001 rows; n8n accepts at most 100000 from one item',
		);
		expect(error?.description).toContain('Choose a shorter period, or the output File.');
		const { items } = await ask(rows(100_001), { output: 'file' });
		expect(contentOf(items[0])).toHaveLength(400_008);
	});

	test('is asked for by one of three outputs', async () => {
		const { error, received } = await ask(csv('a,b\n'), { output: 'constructor' });
		expect(error?.message).toBe('Output must be one of rows, file, file_as_sent');
		expect(received).toEqual([]);
	});
});

/** Which requests carried the token, in whatever header; `api_access_token` or `api-access-token`. */
const withToken = (received: Received[]) =>
	received.map(({ headers }) =>
		Object.keys(headers).filter(
			(name) => /token|auth/.test(name) || String(headers[name]).includes(TOKEN),
		),
	);

/** The service, and another server beside it. */
async function twoServers(
	service: (request: Received, other: string) => Answer,
	foreign: (request: Received, mainUrl: string) => Answer = () => fileOf(),
) {
	const urls = { main: '', other: '' };
	const main = await listen((request) => service(request, urls.other));
	const other = await listen((request) => foreign(request, urls.main));
	Object.assign(urls, { main: main.url, other: other.url });
	return {
		main,
		other,
		close: async () => {
			await main.close();
			await other.close();
		},
	};
}

const redirect = (location: string, status = 302): Answer => ({ status, headers: { location } });

describe('a redirect of a download', () => {
	test.each(['api_access_token', 'api-access-token'])(
		'to another server is followed without the token, also as %s',
		async (header_spelling) => {
			const servers = await twoServers((_, other) => redirect(`${other}/blob?key=1`));
			const { items } = await runAt(
				servers.main.url,
				'test.run',
				{},
				{
					node: report,
					credentials: { header_spelling },
				},
			);
			await servers.close();
			expect(contentOf(items[0])).toEqual(BYTES);
			expect(withToken(servers.main.received)).toEqual([[header_spelling]]);
			expect(withToken(servers.other.received)).toEqual([[]]);
			expect(servers.other.received).toMatchObject([
				{
					method: 'GET',
					path: '/blob',
					query: [['key', '1']],
					headers: { accept: 'application/json' },
				},
			]);
		},
	);

	test('back to the service has the token again', async () => {
		const servers = await twoServers(
			({ path }, other) => (path === '/report' ? redirect(other) : fileOf()),
			(_, mainUrl) => redirect(`${mainUrl}/blob`),
		);
		const { items } = await runAt(servers.main.url, 'test.run', {}, { node: report });
		await servers.close();
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(servers.main.received.map(({ path }) => path)).toEqual(['/report', '/blob']);
		expect(withToken(servers.main.received)).toEqual([['api_access_token'], ['api_access_token']]);
		expect(withToken(servers.other.received)).toEqual([[]]);
	});

	test.each([301, 302, 303, 307, 308])('of status %d is followed', async (status) => {
		const { items, received } = await run('test.run', {}, [redirect('/blob', status), fileOf()], {
			node: report,
		});
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(received.map(({ path }) => path)).toEqual(['/report', '/blob']);
	});

	test.each([
		['/other/blob?a=1', '/other/blob', [['a', '1']]],
		['blob', '/chat/blob', []],
		['?part=2', '/chat/report', [['part', '2']]],
		['../blob', '/blob', []],
	])('to %s is read from where it comes', async (location, path, query) => {
		const server = await listen((_, count) => (count === 0 ? redirect(location) : fileOf()));
		const { items } = await runAt(`${server.url}/chat`, 'test.run', {}, { node: report });
		await server.close();
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(server.received[1]).toMatchObject({ path, query });
		expect(withToken(server.received)).toEqual([['api_access_token'], ['api_access_token']]);
	});

	test('to a part of the other server is read from there', async () => {
		const servers = await twoServers(
			(_, other) => redirect(`${other}/a/b`),
			({ path }) => (path === '/a/b' ? redirect('c') : fileOf()),
		);
		const { items } = await runAt(servers.main.url, 'test.run', {}, { node: report });
		await servers.close();
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(servers.other.received.map(({ path }) => path)).toEqual(['/a/b', '/a/c']);
		expect(withToken(servers.other.received)).toEqual([[], []]);
	});

	const hops = (count: number) =>
		Array.from({ length: count }, (_, index) => redirect(`/hop/${index}`));

	test('may come five times', async () => {
		const answers = [...hops(5), fileOf()];
		const { items, received } = await run('test.run', {}, answers, { node: report });
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(received).toHaveLength(6);
	});

	test('may not come six times', async () => {
		const answers = [...hops(6), fileOf()];
		const { error, received } = await run('test.run', {}, answers, { node: report });
		expect(error?.message).toBe('The file was not reached after 5 redirects');
		expect(received).toHaveLength(6);
	});

	test('from http to https of the same address asks for the https address', async () => {
		const server = await listen(() => redirect(`${server.url.replace('http:', 'https:')}/report`));
		const { error } = await runAt(server.url, 'test.run', {}, { node: report });
		await server.close();
		const target = `${server.url.replace('http:', 'https:')}/report`;
		expect(error?.message).toBe(`Chatwoot redirects to ${target}`);
		expect(error?.description).toContain(
			'Use the https address as the base URL in the credential.',
		);
		expect(server.received).toHaveLength(1);
	});

	test.each(['http://', 'file:///etc/hostname', 'data:text/plain,hello'])(
		'to %s, which is no address of a file, is an error',
		async (location) => {
			const { error, items, received } = await download(redirect(location));
			expect(error?.message).toBe(`Chatwoot redirects to ${location}`);
			expect(items).toEqual([]);
			expect(received).toHaveLength(1);
		},
	);

	test('to a server that refuses is told in the words of that server', async () => {
		const servers = await twoServers(
			(_, other) => redirect(other),
			() => json({ error: 'The link has expired' }, 403),
		);
		const { error } = await runAt(servers.main.url, 'test.run', {}, { node: report });
		await servers.close();
		expect(error?.message).toBe('The link has expired');
		expect(error?.httpCode).toBe('403');
	});
});

describe('a file by its address', () => {
	const byAddress = nodeOf(
		operation({
			name: 'Download',
			action: 'Download',
			gives: 'The file',
			request: 'GET /{file_url}',
			path: [fileAddress('file_url')],
			reply: fileNamed('file'),
		}),
	);
	const fetched = async (
		address: (mainUrl: string, other: string) => string,
		options: IDataObject = {},
		folder = '',
	) => {
		const servers = await twoServers(() => fileOf());
		const [main, other] = [servers.main.url, servers.other.url];
		const parameters = { file_url: address(main, other), options };
		const outcome = await runAt(main + folder, 'test.run', parameters, { node: byAddress });
		await servers.close();
		return { ...outcome, main: servers.main, other: servers.other };
	};

	test.each(['', '/chat'])('of the service at "%s" is fetched with the token', async (folder) => {
		const path = '/blobs/a%2Fb/My%20File.pdf';
		const { items, main } = await fetched((url) => ` ${url}${path}?x=a%26b `, {}, folder);
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(items[0].json.fileName).toBe('file');
		expect(main.received).toMatchObject([{ method: 'GET', path, query: [['x', 'a&b']] }]);
		expect(withToken(main.received)).toEqual([['api_access_token']]);
	});

	test.each<[string, (mainUrl: string, other: string) => string]>([
		['on another port', (_, other) => `${other}/a.pdf`],
		['of another scheme', (mainUrl) => `${mainUrl.replace('http:', 'https:')}/a.pdf`],
		['of another host', (mainUrl) => `${mainUrl.replace('127.0.0.1', 'localhost')}/a.pdf`],
		['that only looks the same', (mainUrl) => `${mainUrl}@files.example/a.pdf`],
	])('%s is refused before anything is sent', async (_, address) => {
		const { error, main, other } = await fetched(address);
		const { origin } = new URL(address(main.url, other.url));
		expect(error?.message).toBe(
			`File URL is on ${origin}, but the credential is for ${main.url}: enable Allow Other Servers to fetch it without the token`,
		);
		expect(error?.description).toContain('Nothing was sent');
		expect([main.received, other.received]).toEqual([[], []]);
	});

	test.each([true, 'true', '={{ true }}'])(
		'of another server is fetched without the token where the option is %j',
		async (any_server) => {
			const { items, error, main, other } = await fetched((_, url) => `${url}/a.pdf`, {
				any_server,
			});
			expect(error).toBeUndefined();
			expect(contentOf(items[0])).toEqual(BYTES);
			expect(main.received).toEqual([]);
			expect(other.received.map(({ path }) => path)).toEqual(['/a.pdf']);
			expect(withToken(other.received)).toEqual([[]]);
		},
	);

	test.each([false, 'false'])('of another server is refused where it is %j', async (any_server) => {
		const { error, other } = await fetched((_, url) => url, { any_server });
		expect(error?.message).toContain('enable Allow Other Servers');
		expect(other.received).toEqual([]);
	});

	test('of the service has the token with the option, too', async () => {
		const { main } = await fetched((url) => `${url}/a.pdf`, { any_server: true });
		expect(withToken(main.received)).toEqual([['api_access_token']]);
	});

	test.each([
		['', 'File URL is empty: fill it in'],
		['/a.pdf', 'File URL must be a URL that begins with http:// or https://'],
		['file:///etc/passwd', 'File URL must be a URL that begins with http:// or https://'],
		['http://:80', 'File URL is not a valid URL'],
	])('"%s" is refused', async (address, words) => {
		const { error, main, other } = await fetched(() => address, { any_server: true });
		expect(error?.message).toBe(words);
		expect([main.received, other.received]).toEqual([[], []]);
	});
});

/** Downloads from a server that is answered by hand, and waits until its connections are closed. */
async function from(
	answer: (response: ServerResponse, request: IncomingMessage, count: number) => void,
	parameters: IDataObject = {},
	node = report,
) {
	const closed: Array<Promise<void>> = [];
	const server = await serve((request, response) => {
		closed.push(new Promise((resolve) => response.on('close', resolve)));
		answer(response, request, closed.length);
	});
	const outcome = await runAt(server.url, 'test.run', parameters, { node });
	await Promise.all(closed);
	await server.close();
	return { ...outcome, requestCount: closed.length, url: server.url };
}

describe('a file that is too large', () => {
	const MEGABYTE = Buffer.alloc(1e6);

	test('is not read where its length says so', async () => {
		const { error, items, requestCount } = await from((response) => {
			response.writeHead(200, { 'content-length': 200_000_001 }).flushHeaders();
		});
		expect(error?.message).toBe('The file is 200.1 MB; the maximum is 200 MB');
		expect([items, requestCount]).toEqual([[], 1]);
	});

	test('is left where that shows while it is read', async () => {
		let megabytes = 0;
		const { error, items, requestCount } = await from((response) => {
			const more = () => {
				while (!response.destroyed && response.write(MEGABYTE)) megabytes++;
				megabytes++;
			};
			response.on('drain', more);
			more();
		});
		expect(error?.message).toMatch(/^The file is 200\.\d MB; the maximum is 200 MB$/);
		expect([items, requestCount]).toEqual([[], 1]);
		expect(megabytes).toBeGreaterThanOrEqual(200);
		expect(megabytes).toBeLessThan(230);
	});

	test('is left where that shows while it is unpacked', async () => {
		const packed = gzipSync(MEGABYTE);
		const { error, items, requestCount } = await from((response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' });
			response.end(Buffer.concat(Array.from({ length: 202 }, () => packed)));
		});
		expect(error?.message).toMatch(/^The file is 200\.\d MB; the maximum is 200 MB$/);
		expect([items, requestCount]).toEqual([[], 1]);
	}, 60_000);
});

describe('a file that breaks off', () => {
	fastClock();

	const broken = (response: ServerResponse, headers: OutgoingHttpHeaders, content: Buffer) => {
		response.writeHead(200, headers);
		response.write(content, () => response.destroy());
	};
	const LENGTH = { 'content-length': 1000 };

	test.each<[string, OutgoingHttpHeaders, Buffer]>([
		['with a length', LENGTH, BYTES],
		['without a length', {}, BYTES],
		['packed', { 'content-encoding': 'gzip' }, gzipSync(BYTES).subarray(0, 200)],
		['packed with a length', { ...LENGTH, 'content-encoding': 'gzip' }, gzipSync(BYTES)],
	])('is an error after five tries, %s', async (_, headers, content) => {
		const { error, items, requestCount, url } = await from((response) =>
			broken(response, headers, content),
		);
		expect(error?.message).toBe(`The connection was closed before a reply arrived: ${url}`);
		expect(error?.description).toContain('Tried 5 times.');
		expect([items, requestCount]).toEqual([[], 5]);
		expect(
			JSON.stringify(error, [...Object.getOwnPropertyNames(error), 'cause', 'headers']),
		).not.toContain(TOKEN);
	});

	test('is an error where it cannot be unpacked', async () => {
		const { error, items, requestCount, url } = await from((response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(BYTES);
		});
		expect(error?.message).toBe(`The connection was closed before a reply arrived: ${url}`);
		expect([items, requestCount]).toEqual([[], 5]);
	});

	test('is fetched again from its beginning', async () => {
		const { items, requestCount } = await from((response, _, count) => {
			if (count < 3) broken(response, LENGTH, BYTES);
			else response.end(BYTES);
		});
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(requestCount).toBe(3);
	});

	test('behind a redirect is asked for at the service again', async () => {
		const paths: string[] = [];
		const { items } = await from((response, { url = '' }, count) => {
			paths.push(url);
			if (url === '/report') response.writeHead(302, { location: '/blob' }).end();
			else if (count < 3) broken(response, LENGTH, BYTES);
			else response.end(BYTES);
		});
		expect(contentOf(items[0])).toEqual(BYTES);
		expect(paths).toEqual(['/report', '/blob', '/report', '/blob']);
	});

	test('names the server that it comes from', async () => {
		const other = await serve((_, response) => broken(response, LENGTH, BYTES));
		const { error } = await download(redirect(other.url));
		await other.close();
		expect(error?.message).toBe(`The connection was closed before a reply arrived: ${other.url}`);
	});

	test('before it began names that server, too', async () => {
		const { error } = await download(redirect('http://127.0.0.1:1/blob'));
		expect(error?.message).toBe('Nothing answers at this address: http://127.0.0.1:1');
	});
});

describe('a time-out', () => {
	afterEach(() => jest.restoreAllMocks());

	// A POST, because it is not tried again after a time-out.
	test.each<[string, (response: ServerResponse, pass: () => void) => void]>([
		['does not begin', (_, pass) => pass()],
		[
			'stalls',
			(response, pass) => {
				void replyBegins().then(pass);
				response.write(BYTES);
			},
		],
		[
			'comes too slowly',
			(response, pass) => {
				void replyBegins().then(pass);
				const drip = () => {
					if (response.destroyed) return;
					response.write('x');
					setImmediate(drip);
				};
				drip();
			},
		],
	])('ends a file that %s', async (_, answer) => {
		const { milliseconds, pass } = timeoutsByHand();
		const { error, items, requestCount, url } = await from(
			(response) => answer(response, pass),
			{ requestOptions: { timeout: 60_000 } },
			downloading('POST'),
		);
		expect(error?.message).toBe(`No reply arrived in time: ${url}`);
		expect([items, requestCount]).toEqual([[], 1]);
		expect(milliseconds()).toEqual([60_000]);
	});
});

test('a download goes through the proxy, redirects included', async () => {
	const proxy = await listen(({ path }) =>
		path.startsWith('http://a.example') ? redirect('http://b.example/blob') : fileOf(),
	);
	const parameters = { requestOptions: { proxy: proxy.url } };
	const { items } = await runAt('http://a.example', 'test.run', parameters, { node: report });
	await proxy.close();
	expect(contentOf(items[0])).toEqual(BYTES);
	expect(proxy.received.map(({ path }) => path)).toEqual([
		'http://a.example/report',
		'http://b.example/blob',
	]);
	expect(withToken(proxy.received)).toEqual([['api_access_token'], []]);
});

test.each([
	[100_000, undefined],
	[100_001, 'The file has 100001 rows; n8n accepts at most 100000 from one item'],
])('of a CSV file with %d rows as items n8n takes all or none', async (count, words) => {
	const download = {
		...{ fileName: 'a.csv', mimeType: 'text/csv' },
		content: Buffer.from(`id\n${'1\n'.repeat(count)}`),
	};
	const reading = toItems({} as never, download, { output: 'rows' }, {});
	if (words) await expect(reading).rejects.toThrow(words);
	else expect(await reading).toHaveLength(count);
});
