import type { IDataObject } from 'n8n-workflow';
import { readDelivery } from '../../../nodes/shared/events/delivery';
import { rawItem, simpleItem } from '../../../nodes/shared/events/output';
import { mask, withoutSecrets } from '../../../nodes/shared/transport/secrets';
import { callsOf, plays, type Play } from '../../../truth/cases';
import { allRecordings, deliveries, releases } from '../../../truth/recordings';
import { nodeNameOf, operations } from '../../../truth/surfaces';
import { play } from '../../support/plays';
import { json, originalOf, run } from '../../support/run';

jest.setTimeout(600_000);

/** Recordings have no secret in an address: this one is put into each. */
const SECRET = '5ec3e7'.repeat(10);

/** In there people and channels name the keys, or the address is what was asked for. */
const OTHERS = /^(additional_attributes|content_attributes|custom_attributes|direct_upload)$/;

const isAddressKey = (key: string) =>
	['url', 'outgoing_url', 'endpoint_url', 'action_params'].includes(key) ||
	key.endsWith('webhook_url');

/** A reply with this value for a secret in the query of each address that the service calls. */
function planted(reply: unknown, secret = SECRET): { body: unknown; addresses: string[] } {
	const addresses: string[] = [];
	const walk = (value: unknown, isAddress: boolean): unknown => {
		if (typeof value === 'string' && isAddress && /^(https?:\/\/|\{base_url\})\S+$/.test(value)) {
			addresses.push(value);
			const inside = encodeURIComponent(
				`https://n8n.example/hook?secret=${secret}&mode=production`,
			);
			const query = `n8n=1&before=${inside}&secret=${secret}&mode=test`;
			return `${value.replace('{base_url}', 'https://chat.example')}${value.includes('?') ? '&' : '?'}${query}`;
		}
		if (Array.isArray(value)) return value.map((entry) => walk(entry, isAddress));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [
				key,
				OTHERS.test(key) ? entry : walk(entry, isAddress || isAddressKey(key)),
			]),
		);
	};
	return { body: walk(reply ?? null, false), addresses };
}

const shows = (value: unknown) => JSON.stringify(value ?? null).includes(SECRET);

describe.each(releases)('replies of %s', (release) => {
	test('show no secret of an address once they are masked, and all else', () => {
		let count = 0;
		for (const { response } of allRecordings(release)) {
			const { body, addresses } = planted(response.body);
			count += addresses.length;
			expect(mask(body)).toEqual(mask(planted(response.body, '***').body));
			expect(shows(mask(body))).toBe(false);
		}
		expect(count).toBeGreaterThan(50);
	});

	test('show them as they are where no secret is in them', () => {
		for (const { response } of allRecordings(release)) {
			const text = JSON.stringify(response.body ?? null);
			const addresses = text.match(/https?:\/\/[^\s"\\]+/g) ?? [];
			const shown = JSON.stringify(mask(response.body) ?? null);
			for (const address of addresses)
				if (!address.includes('redacted')) expect(shown).toContain(address);
		}
	});

	test('that are delivered give items without one, with and without Simplify', () => {
		for (const { body: delivered } of deliveries(release)) {
			const { body } = planted({
				...delivered,
				changed_attributes: [
					...((delivered.changed_attributes as IDataObject[] | null) ?? []),
					{
						webhook_url: {
							previous_value: 'https://a.example/',
							current_value: 'https://b.example/',
						},
					},
				],
			});
			expect(shows(body)).toBe(true);
			const delivery = readDelivery(body);
			const about = { account: 9, baseUrl: 'https://chat.example', events: [] };
			expect([simpleItem(delivery, about), rawItem(delivery, about)].filter(shows)).toEqual([]);
		}
	});
});

/** Whose items have addresses of other records, or, in the link for signing in, none that is a secret. */
const OF_OTHERS =
	/^account\.(agent|auditLog|conversation)\.|^account\.(inbox\.getAssignableAgents|macro\.execute)$|^platform\.user\.getLoginLink$/;

const definitions = new Map(operations());

/** What an item shows with and without Include Secrets, both ways of Simplify. */
async function shown(entry: Play, simplify: boolean, include: boolean) {
	const { include_secrets: _, ...options } = (entry.parameters.options ?? {}) as IDataObject;
	const parameters = {
		...entry.parameters,
		simplify,
		options: { ...options, ...(include ? { include_secrets: true } : {}) },
	};
	const node = originalOf(nodeNameOf(entry.operation));
	const { items, error } = await play(
		{ ...entry, parameters },
		node,
		false,
		(body) => planted(body).body,
	);
	return { items: items.map((item) => item.json), error };
}

const withAddress = plays.filter(
	(entry) =>
		!entry.error && callsOf(entry).some(({ response }) => planted(response.body).addresses.length),
);

test('operations whose replies have addresses are among the cases', () => {
	const names = new Set(withAddress.map(({ operation }) => operation));
	for (const name of ['webhook.getAll', 'agentBot.getAll', 'inbox.getAll', 'inbox.getAgentBot'])
		expect(names).toContain(`account.${name}`);
});

test("the address of a conversation's bot is masked for an agent's token, too", async () => {
	const recorded = allRecordings('4.16').find(
		({ op, response }) =>
			op === 'account.conversation.get' && planted(response.body).addresses.length,
	);
	const { body } = planted(recorded?.response.body);
	const parameters = { conversation_id: (body as { id: number }).id };
	for (const simplify of [true, false]) {
		const { items, error } = await run('conversation.get', { ...parameters, simplify }, [
			json(body),
		]);
		expect([error, items.length, shows(items)]).toEqual([undefined, 1, false]);
	}
});

test.each(
	withAddress.map((entry) => [entry.release ?? '', entry.operation, entry.name, entry] as const),
)('no item shows a secret: %s %s: %s', async (_release, operation, _name, entry) => {
	let isMasked = false;
	for (const simplify of [true, false]) {
		const { items, error } = await shown(entry, simplify, false);
		expect(shows([items, error?.message, error?.description])).toBe(false);
		isMasked ||= JSON.stringify(items).includes('secret=***');
	}
	const offers = JSON.stringify(definitions.get(operation)?.options ?? []).includes(
		'include_secrets',
	);
	if (isMasked && !OF_OTHERS.test(operation))
		expect([operation, offers]).toEqual([operation, true]);
	if (!isMasked || !offers) return;
	const { items } = await shown(entry, false, true);
	expect(shows(items)).toBe(true);
});

test('no error shows a secret that the service repeats', async () => {
	const words = `Url https://n8n.example/webhook?a=b&secret=${SECRET}&mode=test has already been taken`;
	const parameters = { url: 'https://x.example', subscriptions: ['message_created'] };
	const { error } = await run('webhook.create', parameters, [json({ message: words }, 422)]);
	expect(error?.message).toBe(
		'Url https://n8n.example/webhook?a=b&secret=***&mode=test has already been taken',
	);
	expect(shows([error?.message, error?.description, error])).toBe(false);
});

test('no refusal shows a secret of an address that was typed', async () => {
	const parameters = { title: 'x', url: `https://xn--tda.example/ü?secret=${SECRET}` };
	const { error } = await run('dashboardApp.create', parameters, []);
	expect(error?.message).toContain('secret=***');
	expect(shows([error?.message, error?.description, error])).toBe(false);
});

test.each([
	['https://x.example/?secret=a&b=c', 'https://x.example/?secret=***&b=c'],
	['https://x.example/a?b=c&access_token=a#top', 'https://x.example/a?b=c&access_token=***#top'],
	[
		'https://x.example/?apiKey=a&client-secret=b',
		'https://x.example/?apiKey=***&client-secret=***',
	],
	[
		'https://x.example/?secret=&page=2&token_type=x',
		'https://x.example/?secret=&page=2&token_type=x',
	],
	['https://x.example/secret=a/token', 'https://x.example/secret=a/token'],
	[
		'https://chat.example/app/login?sso_auth_token=a',
		'https://chat.example/app/login?sso_auth_token=a',
	],
	['https://x.example/?q=%E0%A4%A&secret=a', 'https://x.example/?q=%E0%A4%A&secret=***'],
	['x.example/hook?secret=a \n', 'x.example/hook?secret=*** \n'],
	['https://x.example/?a=b;secret=c', 'https://x.example/?a=b;secret=***'],
	['https://x.example/?secret[]=a&tokens=b', 'https://x.example/?secret[]=***&tokens=b'],
	['https://x.example/#access_token=a', 'https://x.example/#access_token=***'],
	['https://me:pa55@x.example/?a=b', 'https://me:***@x.example/?a=b'],
	...['apikey', 'AccessToken', 'auth', 'sig', 'code', 'pass', 'pwd'].map(
		(name): [string, string] => [
			`https://x.example/?${name}=a&b=c`,
			`https://x.example/?${name}=***&b=c`,
		],
	),
])('%s reads %s', (address, expected) => {
	expect(withoutSecrets(address)).toBe(expected);
	expect(mask({ url: address })).toEqual({ url: expected });
});

test('what people write, and the address of a file, stay as they are', () => {
	const link = 'https://shop.example/track?token=abc&secret=def';
	const record = {
		content: link,
		data_url: link,
		custom_attributes: { url: link },
		content_attributes: { items: [{ url: link }] },
		direct_upload: { url: link },
	};
	expect(mask(record)).toEqual(record);
});
