import fc from 'fast-check';
import { CredentialTestContext } from 'n8n-core';
import { credentialTest } from '../../../nodes/shared/editor/credentialTest';
import { CustomerConversationApi } from '../../../credentials/CustomerConversationApi.credentials';
import { baseUrl, ownAddress } from '../../../nodes/shared/transport/address';
import { settingsOf } from '../../../nodes/shared/transport/request';
import { BadInput } from '../../../nodes/shared/faults';
import { fastClock } from '../../support/clock';
import { TIMEOUT } from '../../support/faultRuns';
import { faultsOf, tries } from '../../support/fuzz';
import { json, runAt, TOKEN } from '../../support/run';
import { listen } from '../../support/server';

fastClock();
jest.setTimeout(3_600_000);

const PIECES = [
	...['http://', 'https://', 'HTTP://', 'http:/', 'http:\\\\', 'ftp://', 'file:///', 'javascript:'],
	...['data:text/html,', '//', 'user', ':', 'pass', '@', 'a.example', 'own.example', 'localhost'],
	...['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[fe80::1%25eth0]', '[fd00:ec2::254]', '[::'],
	...['169.254.169.254', 'metadata.google.internal', 'xn--fsq.example', 'ａ.example', 'а.example'],
	...['a。example', 'ß.example', '.', '..', ':0', ':80', ':443', ':3000', ':65536', ':', '/', '\\'],
	...['/app', '/api/v1', '/accounts/1', '/%2e%2e', '%', '%00', '%0a', '%5c', '?', '#', '&a=b', ' '],
	...['\t', '\n', '\r', '\0', '\u00a0', '\u200b', '\u202e', '\ufeff', '💥', 'x'.repeat(3000)],
];

const address = fc.oneof(
	fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join('')),
	fc
		.array(fc.constantFrom(...PIECES), { maxLength: 7 })
		.map((pieces) => `http://a.example${pieces.join('')}`),
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	fc.string({ unit: 'binary' }),
);

/** In words, or null where there is nothing to refuse. */
function refused(task: () => unknown): string | null {
	try {
		task();
		return null;
	} catch (error) {
		expect(error).toBeInstanceOf(BadInput);
		const { message } = error as Error;
		expect(message).not.toMatch(/Invalid URL|malformed|undefined|Cannot/);
		return message;
	}
}

test('a base URL is refused, or is a root at the origin that it has', async () => {
	await tries('base URLs', 2_000, [address], (typed) => {
		if (refused(() => baseUrl(typed))) return;
		const root = baseUrl(typed);
		const url = new URL(root);
		expect(url.origin).toBe(new URL(typed.trim()).origin);
		expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
		expect(root).toMatch(/^https?:\/\/[^/\\@?#\s]+(\/[^?#\\\s]*[^/?#\\\s])?$/);
		expect(baseUrl(root)).toBe(root);
		// What is put behind it stays there.
		expect(new URL(`${root}/api/v1/profile`).origin).toBe(url.origin);
	});
});

test('the credential gives its token to that origin alone', async () => {
	const credential = new CustomerConversationApi();
	await tries('origins', 1_000, [address, address], async (base_url, requestUrl) => {
		const stored = { base_url, api_access_token: TOKEN, header_spelling: '' };
		const [outcome] = await Promise.allSettled([
			credential.authenticate(stored, { url: requestUrl }),
		]);
		if (outcome.status === 'rejected') return;
		expect(new URL(requestUrl).origin).toBe(new URL(baseUrl(base_url)).origin);
		expect(outcome.value.headers).toEqual({ api_access_token: TOKEN });
		expect(outcome.value.url).toBe(requestUrl);
	});
});

test('a file is only fetched over HTTP, and from another origin only if that is allowed', async () => {
	await tries('files', 1_000, [address, fc.boolean()], (typed, any) => {
		const base_url = 'https://own.example/desk';
		if (refused(() => ownAddress(typed, base_url, any))) return;
		const { origin, protocol } = new URL(ownAddress(typed, base_url, any));
		expect(['http:', 'https:']).toContain(protocol);
		if (!any) expect(origin).toBe('https://own.example');
	});
});

test('a proxy is refused, or goes where it says', async () => {
	await tries('proxies', 1_000, [address], (proxy) => {
		if (proxy === '' || refused(() => settingsOf({ proxy }))) return;
		const { proxy: found } = settingsOf({ proxy });
		const { hostname, protocol } = new URL(proxy);
		expect(found).toMatchObject({ host: hostname, protocol: protocol.replace(':', '') });
		expect(found?.port).toBeGreaterThan(0);
	});
});

test('nothing goes anywhere but to the origin, and the token in its header alone', async () => {
	const server = await listen(() => json({ id: 1, payload: [], version: '4.16.2' }));
	const other = await listen(() => json({ id: 1 }));
	let come = 0;
	const { host } = new URL(server.url);
	const near = fc
		.tuple(
			fc.constantFrom('', 'user@', `${new URL(other.url).host}@`, `${new URL(other.url).host}\\@`),
			fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }),
		)
		.map(([before, behind]) => `http://${before}{host}${behind.join('')}`);
	try {
		await tries('requests', 25, [near], async (typed) => {
			const base_url = typed.replace('{host}', host);
			server.received.splice(0);
			const { error } = await runAt(base_url, 'contact.get', {
				contact_id: 1,
				requestOptions: { timeout: TIMEOUT },
			});
			if (error) expect(faultsOf(error)).toEqual([]);
			const testResult = await credentialTest.testApi.call(new CredentialTestContext(), {
				...{ id: '', name: '', type: '' },
				data: { base_url, api_access_token: TOKEN, account_id: '1' },
			});
			expect(testResult.message).not.toMatch(/Invalid URL|undefined|Cannot|ERR_/);
			expect(`${error?.message} ${testResult.message}`).not.toContain(TOKEN);
			come += server.received.length;
			for (const { path, query, headers } of server.received) {
				expect(JSON.stringify([path, query])).not.toContain(TOKEN);
				expect(headers.host).toBe(host);
			}
		});
		expect(come).toBeGreaterThan(0);
		expect(other.received).toEqual([]);
	} finally {
		await server.close();
		await other.close();
	}
});
