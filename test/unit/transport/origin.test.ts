import { Readable } from 'node:stream';
import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { connect } from '../../../nodes/shared/transport/request';

/** A reply as n8n's request helper returns it. */
const reply = (statusCode: number, headers: object = {}, body = '') => ({
	...{ statusCode, headers },
	body: Readable.from([Buffer.from(body)]),
});

/** The addresses that a download asks with the token and without it, if the first reply redirects. */
async function requestsOf(base_url: string, location: string) {
	const withToken: string[] = [];
	const without: string[] = [];
	const httpRequestWithAuthentication = async (_: string, { url }: IHttpRequestOptions) => {
		withToken.push(url);
		return await Promise.resolve(
			withToken.length === 1 ? reply(302, { location }) : reply(200, {}, 'file'),
		);
	};
	const httpRequest = async ({ url }: IHttpRequestOptions) => {
		without.push(url);
		return await Promise.resolve(reply(200, {}, 'file'));
	};
	const context = {
		getCredentials: async () => await Promise.resolve({ base_url, api_access_token: 'token' }),
		helpers: { httpRequestWithAuthentication, httpRequest },
	} as unknown as IAllExecuteFunctions;
	const service = await connect(context, 'customerConversationApi');
	const { content } = await service.download({ method: 'GET', path: '/report' }, 'report');
	expect(content.toString()).toBe('file');
	return { withToken, without };
}

const BASE = 'https://chat.example.com';

test.each([
	['another host that begins with its name', `${BASE}.evil.net/blob`],
	['another port', `${BASE}:8443/blob`],
	['another host after its name as a user', `${BASE}@evil.net/blob`],
	['another scheme', 'http://chat.example.com/blob'],
	['its parent domain', 'https://example.com/blob'],
])('sends no token to %s', async (_, location) => {
	expect(await requestsOf(BASE, location)).toEqual({
		withToken: [`${BASE}/report`],
		without: [location],
	});
});

test.each([`${BASE}/blob`, `${BASE}:443/blob`, 'HTTPS://Chat.Example.com/blob', '/blob'])(
	'sends the token to %s, which is the same server',
	async (location) => {
		expect(await requestsOf(BASE, location)).toEqual({
			withToken: [`${BASE}/report`, `${BASE}/blob`],
			without: [],
		});
	},
);
