import type { IDataObject } from 'n8n-workflow';
import { optional, text } from '../../../nodes/shared/vocabulary/fields/fields';
import { avatar, fileUrls } from '../../../nodes/shared/vocabulary/fields/uploads';
import { operation } from '../../../nodes/shared/vocabulary/operation';
import { record } from '../../../nodes/shared/vocabulary/reply';
import { fastClock } from '../../support/clock';
import { json, nodeOf, runAt } from '../../support/run';
import { listen, type Answer, type Received } from '../../support/server';

fastClock();

const node = nodeOf(
	operation({
		name: 'Send',
		action: 'Send',
		gives: 'What was stored',
		request: 'POST /messages',
		body: [
			optional(
				text('content'),
				fileUrls('file_urls', { as: 'attachments[]', megabytes: 1 }),
				...avatar(),
			),
		],
		reply: record(),
	}),
);

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const answer = (
	headers: Record<string, string>,
	body: Buffer | string = PNG,
	status = 200,
): Answer => ({ status, headers, body });
const PICTURE = answer({ 'content-type': 'image/png' });

const files: Record<string, Answer> = {
	'/offer.pdf': answer({ 'content-type': 'application/octet-stream' }, 'x'),
	'/photo': answer({ 'content-type': 'binary/octet-stream' }),
	'/': answer({ 'content-type': 'IMAGE/JPG; q=1' }),
	'/named': answer({ 'content-disposition': `attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe.png` }),
	'/a,b.png': PICTURE,
	'/page.html': answer({ 'content-type': 'text/html' }, '<p>x</p>'),
	'/login': answer({ 'content-type': 'text/html' }, '<html>Log in</html>'),
	'/none': answer({ 'content-type': 'image/png' }, ''),
	'/gone': answer({}, 'x', 404),
	'/busy': answer({}, 'x', 503),
	'/large': answer({ 'content-type': 'image/png' }, Buffer.alloc(1_000_001)),
	'/moved': answer({ location: '/photo' }, '', 302),
	'/loop': answer({ location: '/loop?' }, '', 302),
	'/ftp': answer({ location: 'ftp://a.example/b' }, '', 302),
	'/api/v1/profile': json({ access_token: 'secret' }),
	'/messages': json({ id: 1 }),
};

const answering = ({ path }: Received) => files[decodeURIComponent(path)] ?? files['/gone'];

async function send(fields: (foreign: string, service: string) => IDataObject) {
	const [service, foreign] = [await listen(answering), await listen(answering)];
	try {
		const outcome = await runAt(
			service.url,
			'test.run',
			{ additional_fields: fields(foreign.url, service.url) },
			{ node, items: [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png' } } }] },
		);
		const posts = service.received.filter(({ path }) => path === '/messages');
		const sent = posts.map(({ body }) =>
			[...body.toString('latin1').matchAll(/filename="(.*)"\r\nContent-Type: (.*)\r\n/g)].map(
				([, name, type]) => [Buffer.from(name, 'latin1').toString(), type],
			),
		);
		return { ...outcome, sent, service, foreign };
	} finally {
		await Promise.all([service.close(), foreign.close()]);
	}
}

const urls = async (...paths: string[]) =>
	await send((foreign) => ({ file_urls: paths.map((path) => foreign + path) }));

test.each([
	['/offer.pdf', 'offer.pdf', 'application/pdf'],
	['/offer.pdf?token=a.b', 'offer.pdf', 'application/pdf'],
	['/photo', 'photo.png', 'image/png'],
	['/', 'attachment.jpg', 'image/jpeg'],
	['/named', 'größe.png', 'image/png'],
	['/page.html', 'page.html', 'text/html'],
	['/moved', 'moved.png', 'image/png'],
])('sends the file at %s as %s of the type %s', async (path, name, type) => {
	const { sent, error } = await urls(path);
	expect(error).toBeUndefined();
	expect(sent).toEqual([[[name, type]]]);
});

test.each<[string, (url: string) => unknown]>([
	['a list', (url) => [`${url}/photo`, `${url}/a,b.png`]],
	['JSON', (url) => JSON.stringify([`${url}/photo`, `${url}/a,b.png`])],
	['text with commas', (url) => ` ${url}/photo , ${url}/a,b.png, `],
	['text with line breaks', (url) => `${url}/photo\n${url}/a,b.png\n`],
])('takes URLs as %s', async (_, of) => {
	const { sent } = await send((foreign) => ({ file_urls: of(foreign) as string }));
	expect(sent).toEqual([
		[
			['photo.png', 'image/png'],
			['a,b.png', 'image/png'],
		],
	]);
});

test.each([
	['/gone', /^The server answered with status 404 instead of a file: http:.*\/gone$/],
	['/login', /^There is a web page instead of a file at http:.*\/login$/],
	['/large', /^The file is 1\.1 MB; the maximum is 1 MB$/],
	['/loop', /^The file was not reached after 5 redirects$/],
	['/none', /^File URLs is empty: none\.png has 0 bytes$/],
])('sends nothing if one of the files is %s', async (path, words) => {
	const { error, service } = await urls('/photo', path);
	expect(error?.message).toMatch(words);
	expect(service.received).toEqual([]);
});

test('tries a busy server again, and speaks of its URL', async () => {
	const { error, foreign } = await urls('/busy');
	expect(error?.message).toMatch(/^The server answered with status 503 .*\/busy$/);
	expect(error?.description).toContain('Tried 5 times.');
	expect(foreign.received).toHaveLength(5);
	const closed = await send(() => ({ file_urls: 'http://127.0.0.1:1/a.png' }));
	expect(closed.error?.message).toBe('Nothing answers at this address: http://127.0.0.1:1');
	expect(closed.error?.description).toContain('Check the URL of the file.');
});

test('sends the token to nobody, so that no file is what only the token may read', async () => {
	const { foreign, service, sent } = await send((other, chatwoot) => ({
		file_urls: [`${other}/photo`, `${chatwoot}/api/v1/profile`],
	}));
	const tokens = [...foreign.received, ...service.received].map(({ path, headers }) => [
		path,
		'api_access_token' in headers,
	]);
	expect(tokens.sort()).toEqual([
		['/api/v1/profile', false],
		['/messages', true],
		['/photo', false],
	]);
	expect(sent).toHaveLength(1);
});

test.each(['ftp://a.example/b', 'a.png', 'file:///etc/passwd', { a: 1 }, [{}]])(
	'refuses %j before anything is sent',
	async (file_urls) => {
		const { error, foreign, service } = await send(() => ({ file_urls }) as IDataObject);
		expect(error?.message).toMatch(
			/^File URLs must be (URLs that begin with http:\/\/ or https:\/\/|a list)$/,
		);
		expect([...foreign.received, ...service.received]).toEqual([]);
	},
);

test('refuses a redirect to another protocol', async () => {
	expect((await urls('/ftp')).error?.message).toContain('redirects to ftp://a.example/b');
});

test('refuses a redirect from the internet into a private network', async () => {
	const proxy = await listen(({ path }) =>
		path === 'http://files.example/a'
			? answer({ location: 'http://10.0.0.1/b' }, '', 302)
			: PICTURE,
	);
	const { error } = await runAt(
		'http://127.0.0.1:1',
		'test.run',
		{
			additional_fields: { file_urls: 'http://files.example/a' },
			requestOptions: { proxy: proxy.url },
		},
		{ node },
	);
	await proxy.close();
	expect(error?.message).toBe('http://files.example/a redirects into a private network: 10.0.0.1');
	expect(proxy.received).toHaveLength(1);
});

test('sends an avatar from a URL, and only a picture', async () => {
	const { sent } = await send((foreign) => ({ avatar_file_url: `${foreign}/photo` }));
	expect(sent).toEqual([[['photo.png', 'image/png']]]);
	const { error } = await send((foreign) => ({ avatar_file_url: `${foreign}/offer.pdf` }));
	expect(error?.message).toBe(
		'Avatar File URL is a application/pdf file; use image/jpeg, image/png, image/gif, image/webp',
	);
});

test.each<[IDataObject, string]>([
	[{ avatar: 'data' }, 'Avatar File URL is set together with Avatar Binary Field: remove one'],
	[
		{ avatar_file_url: ['http://a.b/c', 'http://a.b/d'] },
		'Avatar File URL takes one URL; there are 2',
	],
])('refuses a second avatar: %j', async (fields, words) => {
	const { error } = await send((foreign) => ({ avatar_file_url: `${foreign}/photo`, ...fields }));
	expect(error?.message).toBe(words);
});
