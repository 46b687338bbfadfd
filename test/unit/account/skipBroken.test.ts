import type { IDataObject } from 'n8n-workflow';
import { json, nodeWith, runAt } from '../../support/run';
import { ACCOUNT } from '../../support/shownHints';
import { listen, type Received } from '../../support/server';

/** Conversation → Filter beside conversations that have lost their contact. */

const FILTER = `${ACCOUNT}/conversations/filter`;
const SEARCH = `${ACCOUNT}/search/conversations`;

const isOpen = (query_operator: string | null) => ({
	...{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] },
	query_operator,
});
const isOneOf = (values: string[], query_operator: string | null) => ({
	...{ attribute_key: 'display_id', filter_operator: 'equal_to', values },
	query_operator,
});

const payloadOf = ({ body }: Received) =>
	(JSON.parse(body.toString()) as { payload: IDataObject[] }).payload;

/** Chatwoot with conversations of these IDs, and one that has lost its contact. */
async function filtered(ids: number[], parameters: IDataObject, items = 1) {
	const server = await listen((request) => {
		const { path } = request;
		const page = Number(Object.fromEntries(request.query).page ?? 1);
		const pageOf = (size: number) =>
			ids.slice(size * (page - 1), size * page).map((id) => ({ id }));
		if (path === SEARCH) {
			return json({ payload: { conversations: pageOf(15) } });
		}
		if (path !== FILTER) return json({ version: '4.16.2', payload: [] });
		const named = payloadOf(request).find(({ attribute_key }) => attribute_key === 'display_id');
		if (!named) return json({ status: 500, error: 'Internal Server Error' }, 500);
		return json({ payload: pageOf(25), meta: { all_count: ids.length } });
	});
	try {
		const outcome = await runAt(
			server.url,
			'conversation.filter',
			{ account_id: 1, simplify: false, ...parameters },
			{
				node: nodeWith('account.conversation.filter'),
				items: Array.from({ length: items }, () => ({ json: {} })),
			},
		);
		const sent = server.received.filter(({ path }) => path === FILTER);
		const searched = server.received.filter(({ path }) => path === SEARCH);
		return {
			...outcome,
			searched: searched.map(({ query }) => Object.fromEntries(query)),
			last: payloadOf(sent.at(-1)!),
		};
	} finally {
		await server.close();
	}
}

const SKIP = { options: { skip_broken: true } };
const rows = (...conditions: unknown[]) => ({ payload: JSON.stringify(conditions) });

test.each<[string, IDataObject, unknown[]]>([
	['no condition', rows(), [isOneOf(['7', '5'], null)]],
	['a condition', rows(isOpen(null)), [isOpen('and'), isOneOf(['7', '5'], null)]],
	[
		'two that must both hold',
		rows(isOpen('AND'), isOpen(null)),
		[isOpen('AND'), isOpen('and'), isOneOf(['7', '5'], null)],
	],
	[
		'two of which one must hold',
		rows(isOpen('or'), isOpen(null)),
		[isOpen('and'), isOneOf(['7', '5'], 'or'), isOpen('and'), isOneOf(['7', '5'], null)],
	],
])(
	'Skip Broken with %s filters the conversations that the search finds',
	async (_, parameters, last) => {
		const found = await filtered([7, 5], { ...parameters, ...SKIP });
		expect(found.items.map(({ json }) => json.id)).toEqual([7, 5]);
		expect(found.last).toEqual(last);
		expect(found.searched[0]).toEqual({ q: '%' });
		expect(found.hints).toEqual([
			'Conversations that have lost their contact are left out: Chatwoot cannot list them.',
		]);
	},
);

test('Skip Broken reads the IDs of all conversations once for all items', async () => {
	const ids = Array.from({ length: 40 }, (_, index) => 40 - index);
	const alone = await filtered(ids, { ...rows(isOpen(null)), ...SKIP, returnAll: true });
	const { searched, items } = await filtered(
		ids,
		{ ...rows(isOpen(null)), ...SKIP, returnAll: true },
		3,
	);
	expect(searched).toHaveLength(alone.searched.length);
	expect(items).toHaveLength(120);
});

test('Skip Broken in an account where every conversation has lost its contact returns nothing', async () => {
	const { items, error } = await filtered([], { ...rows(isOpen(null)), ...SKIP });
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});

test('without Skip Broken the list fails and names the option', async () => {
	const { error, searched } = await filtered([7], rows(isOpen(null)));
	expect(error?.description).toContain('Filter reads around it with its option Skip Broken');
	expect(searched).toEqual([]);
});
