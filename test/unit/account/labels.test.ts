import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { releases } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { json } from '../../support/run';

/** What the service does in the background, and the milliseconds until then, which pass while the node waits. */
let mockWork: Array<{ left: number; work: () => void }>;

function mockPass(milliseconds: number): void {
	for (const one of mockWork) one.left -= milliseconds;
	for (const { work } of mockWork.filter(({ left }) => left <= 0)) work();
	mockWork = mockWork.filter(({ left }) => left > 0);
}

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => mockPass(milliseconds),
}));

beforeEach(() => {
	mockWork = [];
});

const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { id: index + 1 } }));

/** Every operation that writes labels, with the label `fresh`. */
const writers: Array<[operation: string, parameters: IDataObject]> = [
	['contact.addLabels', { contact_id: '={{ $json.id }}', labels: ['fresh'] }],
	[
		'contact.replaceLabels',
		{ contact_id: '={{ $json.id }}', replace_with: 'chosen', labels: ['fresh'] },
	],
	['contact.addLabelsToMany', { ids: '={{ $json.id }}', labels: ['fresh'] }],
	['conversation.addLabels', { conversation_id: '={{ $json.id }}', labels: ['fresh'] }],
	[
		'conversation.replaceLabels',
		{ conversation_id: '={{ $json.id }}', replace_with: 'chosen', labels: ['fresh'] },
	],
	[
		'conversation.handOver',
		{ conversation_id: '={{ $json.id }}', additional_fields: { labels: ['fresh'] } },
	],
	[
		'conversation.updateMany',
		{ ids: '={{ $json.id }}', additional_fields: { add_labels: ['fresh'] } },
	],
];

/** Those that write the whole list of a record themselves. */
const single = writers.filter(([operation]) => !operation.endsWith('Many'));

/** As the service refuses a label that another request made in the same moment. */
const overtaken = () =>
	json({ message: "Tag must exist, Tag can't be blank", attributes: ['tag', 'tag_id'] }, 422);

describe.each(releases)('on %s', (release) => {
	let account: FakeChatwoot;

	beforeEach(() => {
		account = new FakeChatwoot(release);
		account.addConversations(3);
		account.before('GET contacts/#/labels', () => ({ payload: [] }));
		account.before('POST contacts/#/labels', ({ body }) => ({ payload: body.labels }));
		account.before('POST bulk_actions', () => ({}));
	});

	/** Writes are refused as often. */
	function overtake(times: number): void {
		const refused = new Map<string, number>();
		for (const pattern of ['POST contacts/#/labels', 'POST conversations/#/labels'])
			account.before(pattern, ({ path }) => {
				const before = refused.get(path) ?? 0;
				refused.set(path, before + 1);
				return before < times ? overtaken() : undefined;
			});
	}

	const run = async (operation: string, parameters: IDataObject, count = 1) =>
		await account.run(operation, parameters, { items: items(count) });

	const writes = () => account.requests().filter((request) => /^POST .*\/labels$/.test(request));

	test.each(single)(
		'%s writes again what another request overtook',
		async (operation, parameters) => {
			account.labels.push('fresh');
			overtake(2);
			const { error, items: results } = await run(operation, parameters, 3);
			expect(error).toBeUndefined();
			expect(results.map((item) => item.json.labels)).toEqual([['fresh'], ['fresh'], ['fresh']]);
			expect(writes()).toHaveLength(9);
		},
	);

	test.each(single)('%s gives up after the third time', async (operation, parameters) => {
		overtake(3);
		const { error } = await run(operation, parameters, 1);
		expect(error?.message).toContain("Tag must exist, Tag can't be blank");
		expect(writes()).toHaveLength(3);
	});

	test.each(single)(
		'%s sends nothing again that is refused otherwise',
		async (operation, parameters) => {
			for (const pattern of ['POST contacts/#/labels', 'POST conversations/#/labels'])
				account.before(pattern, () => json({ message: 'No', attributes: ['status'] }, 422));
			await run(operation, parameters, 1);
			expect(writes()).toHaveLength(1);
		},
	);

	describe('conversation.updateMany of items that share conversations', () => {
		const updated = async (rows: IDataObject[]) => {
			const { items: results } = await account.run(
				'conversation.updateMany',
				{
					ids: '={{ $json.ids }}',
					additional_fields: {
						add_labels: '={{ $json.add }}',
						remove_labels: '={{ $json.remove }}',
						status: '={{ $json.status }}',
					},
				},
				{ items: rows.map((row) => ({ json: row })), onError: 'continueRegularOutput' },
			);
			return results.map(({ json: { error } }) => (error as IDataObject | undefined)?.message);
		};
		const labeled = (...ids: number[]) => ({ ids, add: ['fresh'] });
		const refusal = (shown: string) =>
			`Chatwoot has not finished the label change of an earlier item in conversation ${shown}. Put all label changes of a conversation into one item, or use Add Labels and Remove Labels.`;

		/** The service does it in the background, a while after it answered; unless it never does. */
		function inBackground(does = true) {
			account.addConversations(1);
			account.before('POST bulk_actions', ({ body: { ids, labels = {} } }) => {
				const { add = [], remove = [] } = labels as Record<string, string[]>;
				const rows = account.conversations.filter(({ id }) => (ids as number[]).includes(id));
				const read = rows.map((row) => row.labels as string[]);
				const work = () =>
					rows.forEach((row, index) => {
						const all = [...read[index], ...add].filter((title) => !remove.includes(title));
						row.labels = [...new Set(all)];
					});
				if (does) mockWork.push({ left: 700, work });
				return undefined;
			});
		}

		test('waits until the earlier change shows, so that no label gets lost', async () => {
			inBackground();
			const rows = [
				{ ids: [1, 2], add: ['one'] },
				{ ids: [2, 3, 99], add: ['two'] },
				{ ids: [2], add: ['three'], remove: ['one'] },
			];
			expect(await updated(rows)).toEqual([undefined, undefined, undefined]);
			mockPass(700);
			expect(account.conversations.map(({ labels }) => labels)).toEqual([
				['one'],
				['two', 'three'],
				['two'],
				[],
			]);
		});

		test('does not wait for the same change', async () => {
			inBackground(false);
			expect(await updated([labeled(1, 2), labeled(2)])).toEqual([undefined, undefined]);
			const reads = account.requests().filter((request) => request.startsWith('GET conversations'));
			// Each reads how its conversations spell the labels.
			expect(reads).toEqual([1, 2, 2].map((id) => `GET conversations/${id}/labels`));
		});

		test('refuses what would get lost if the earlier change does not show', async () => {
			inBackground(false);
			const rows = [labeled(1, 2), { ids: [2, 3], remove: ['old'] }, labeled(4)];
			expect(await updated(rows)).toEqual([undefined, refusal('2'), undefined]);
		});

		test('takes a conversation for changed only once its labels are sent', async () => {
			account.labels.push('vip');
			const rows = [labeled(1), { ids: [1], add: ['vip'] }, labeled(1)].map((row) => ({
				json: row,
			}));
			const { items: results, hints } = await account.run(
				'conversation.updateMany',
				{
					ids: '={{ $json.ids }}',
					additional_fields: { add_labels: '={{ $json.add }}' },
					options: { unlisted_labels: 'refuse' },
				},
				{ items: rows, onError: 'continueRegularOutput' },
			);
			const messages = results.map(
				({ json: { error } }) => (error as IDataObject | undefined)?.message,
			);
			expect(messages).toEqual([
				expect.stringContaining('has no label "fresh"'),
				undefined,
				expect.stringContaining('has no label "fresh"'),
			]);
			expect(hints).toEqual([]);
		});

		test('changes all else', async () => {
			const status = { ids: [1], status: 'open' };
			expect(await updated([labeled(1), status, status])).toEqual(Array(3).fill(undefined));
		});
	});

	test.each(writers)(
		'%s says which labels the account does not list',
		async (operation, parameters) => {
			account.labels.push('vip');
			const { error, hints } = await run(operation, parameters, 3);
			expect(error).toBeUndefined();
			expect(hints).toEqual([
				'Account 1 has no label "fresh". Chatwoot accepts labels that do not exist, but its dashboard does not list them or filter by them. Check the spelling, or create the label. (3 items)',
			]);
			expect(account.requests().filter((request) => request === 'GET labels')).toHaveLength(1);
		},
	);

	test('several that the account does not list are named together', async () => {
		const { error } = await run('conversation.addLabels', {
			...{ conversation_id: 1, labels: ['fresh', 'neu'], options: { unlisted_labels: 'refuse' } },
		});
		expect(error?.message).toBe(
			'Account 1 has no labels "fresh", "neu". Pick labels from the list, or check the spelling.',
		);
	});

	test.each([
		['follow up', ' Did you mean "follow-up"?'],
		['Muller', ' Did you mean "müller"?'],
		['strasse', ' Did you mean "straße"?'],
		['fresher', ''],
	])('names the label that "%s" may have been meant to be', async (label, other) => {
		account.labels.push('fresh', 'follow-up', 'müller', 'straße');
		const unknown = `Account 1 has no label "${label}".${other}`;
		const parameters = { conversation_id: 1, labels: [label] };
		const { hints } = await run('conversation.addLabels', parameters);
		expect(hints).toEqual([expect.stringContaining(`${unknown} Chatwoot accepts labels`)]);
		const { error } = await run('conversation.addLabels', {
			...{ ...parameters, options: { unlisted_labels: 'refuse' } },
		});
		expect(error?.message).toBe(`${unknown} Pick labels from the list, or check the spelling.`);
	});

	const lastWrite = () => account.received.filter(({ method }) => method !== 'GET').at(-1)?.body;

	/** The labels that a writer sent. */
	const sentLabels = (): unknown => {
		const { labels } = lastWrite() as IDataObject;
		return Array.isArray(labels) ? labels : (labels as IDataObject).add;
	};

	/** The parameters with other labels. */
	const withLabels = (parameters: IDataObject, labels: string[]): IDataObject =>
		JSON.parse(JSON.stringify(parameters).replace('["fresh"]', JSON.stringify(labels)));

	test.each(writers)("%s writes the account's spelling", async (operation, parameters) => {
		account.labels.push('fresh', 'müde');
		const titles = [' FRESH', 'Fresh', 'Mu\u0308de '];
		for (const options of [{}, { unlisted_labels: 'refuse' }]) {
			const { error, hints } = await run(operation, {
				...{ ...withLabels(parameters, titles), options },
			});
			expect([error, hints]).toEqual([undefined, []]);
			expect(sentLabels()).toEqual(['fresh', 'müde']);
		}
	});

	test.each(writers)('%s refuses what Chatwoot takes apart', async (operation, parameters) => {
		account.labels.push('fresh');
		const { error } = await run(operation, withLabels(parameters, ['fresh', 'a,b', '"vip"']));
		expect(error?.message).toBe(
			'Chatwoot would store "a,b", ""vip"" differently: a comma separates two labels, and quotation marks around a label are removed. Write each label without them.',
		);
		expect(lastWrite()).toBeUndefined();
	});

	test.each(writers)(
		'%s says that a spelling could not be compared',
		async (operation, parameters) => {
			account.before('GET labels', () => json({ error: 'not authorized for bots' }, 401));
			const { hints } = await run(operation, withLabels(parameters, ['Fresh', 'old']));
			expect(hints).toEqual([
				`This token cannot read the labels of account 1, so "Fresh" may be spelled differently there. Chatwoot's own labels are in lower case, and its dashboard does not show other spellings.`,
			]);
		},
	);

	test('replaces another spelling of an added label', async () => {
		account.labels.push('fresh');
		account.conversations[0].labels = ['FRESH', 'old'];
		const parameters = { conversation_id: 1, labels: ['fresh'] };
		const { items: results, hints } = await run('conversation.addLabels', parameters);
		expect([results[0].json.labels, hints]).toEqual([['fresh', 'old'], []]);
		expect(account.conversations[0].labels).toEqual(['fresh', 'old']);
	});

	test.each(['contact', 'conversation'])(
		'removes the label of a %s in any spelling',
		async (of) => {
			account.before(`GET ${of}s/#/labels`, () => ({ payload: ['FRESH', 'old', 'Mu\u0308de'] }));
			const { items: results } = await run(`${of}.removeLabels`, {
				...{ [`${of}_id`]: 1, labels: ['Fresh ', 'müde'] },
			});
			expect(results[0].json.labels).toEqual(['old']);
			expect(sentLabels()).toEqual(['old']);
		},
	);

	test.each(single)('%s fails if the reply has other labels', async (operation, parameters) => {
		account.labels.push('fresh');
		for (const noun of ['contacts', 'conversations'])
			account.before(`POST ${noun}/#/labels`, () => ({ payload: ['old'] }));
		const { error } = await run(operation, parameters);
		expect(error?.message).toContain(
			'Chatwoot answered with other labels: it did not store "fresh", it kept "old"',
		);
	});

	describe('with a spelling that another account of the server stored first', () => {
		beforeEach(() => {
			account.labels.push('fresh', 'vip');
			const stored = new Map<string, string[]>();
			const spellings: Record<string, string> = { fresh: 'FRESH' };
			account.before('POST contacts/#/labels', ({ path, body }) => {
				const labels = body.labels as string[];
				stored.set(
					path,
					labels.map((title) => spellings[title.toLowerCase()] ?? title),
				);
				return { payload: labels };
			});
			account.before('GET contacts/#/labels', ({ path }) => ({ payload: stored.get(path) ?? [] }));
		});

		test.each(single.slice(0, 2))('%s says how it is stored', async (operation, parameters) => {
			const {
				items: results,
				error,
				hints,
			} = await run(operation, withLabels(parameters, ['fresh', 'vip']), 3);
			expect(error).toBeUndefined();
			expect(results.map((item) => item.json.labels)).toEqual(Array(3).fill(['FRESH', 'vip']));
			expect(hints).toEqual([
				'Chatwoot stored the label "fresh" as "FRESH", because that is how it was first stored on this server. Its dashboard may not show the label there, and only the administrator of the server can change the spelling. (3 items)',
			]);
			const reads = account.requests().filter((request) => /^GET contacts/.test(request));
			expect(reads).toHaveLength(operation === 'contact.addLabels' ? 4 : 1);
		});
	});

	test.each([
		[{ add_labels: ['fresh'] }, { add: ['fresh'], remove: ['FRESH'] }],
		[{ remove_labels: ['Old'] }, { remove: ['Old', 'oLD', 'old'] }],
		[
			{ add_labels: ['old'], remove_labels: ['fresh', 'x'] },
			{ add: ['old'], remove: ['fresh', 'x', 'FRESH', 'oLD'] },
		],
		[{ add_labels: ['vip'] }, { add: ['vip'] }],
	])('conversation.updateMany changes every spelling: %j', async (fields, labels) => {
		account.labels.push('fresh', 'old', 'vip');
		account.conversations[0].labels = ['FRESH', 'oLD', 'vip'];
		account.conversations[1].labels = ['old'];
		const { error } = await run('conversation.updateMany', {
			...{ ids: '1, 2, 99', additional_fields: fields },
		});
		expect(error).toBeUndefined();
		expect(lastWrite()?.labels).toEqual(labels);
	});

	const action = (name: string, labels: string[]) => ({ action_name: name, action_params: labels });

	test.each([
		['macro.create', 'POST macros', { name: 'x', visibility: 'personal' }, {}],
		['macro.update', 'PATCH macros/#', { macro_id: 1, visibility: 'personal' }, 'update_fields'],
		[
			'automationRule.create',
			'POST automation_rules',
			{ name: 'x', event_name: 'message_created' },
			'',
		],
		[
			'automationRule.update',
			'PATCH automation_rules/#',
			{ automation_rule_id: 1 },
			'update_fields',
		],
	])(
		"%s writes the account's spelling into actions",
		async (operation, pattern, parameters, at) => {
			account.labels.push('fresh', 'vip');
			account.before(pattern, ({ body }) => ({ payload: { id: 1, ...body } }));
			const actions = [
				action('add_label', ['Fresh', 'VIP']),
				action('remove_label', ['FRESH', 'neu']),
				action('send_message', ['Fresh']),
			];
			const { error, hints } = await account.run(operation, {
				...parameters,
				...(at === 'update_fields' ? { update_fields: { actions } } : { actions }),
			});
			expect(error).toBeUndefined();
			expect(lastWrite()?.actions).toEqual([
				action('add_label', ['fresh', 'vip']),
				action('remove_label', ['fresh', 'neu']),
				action('send_message', ['Fresh']),
			]);
			expect(hints).toEqual([expect.stringContaining('Account 1 has no label "neu".')]);
		},
	);

	test.each([
		[
			'inbox.update',
			'PATCH inboxes/#',
			{
				inbox_id: 1,
				update_fields: {
					csat_config: { survey_rules: { operator: 'contains', values: ['Fresh'] } },
				},
			},
			{ csat_config: { survey_rules: { operator: 'contains', values: ['fresh'] } } },
		],
		[
			'agentCapacityPolicy.create',
			'POST agent_capacity_policies',
			{ name: 'x', additional_fields: { excluded_labels: ['Fresh'] } },
			{ name: 'x', exclusion_rules: { excluded_labels: ['fresh'] } },
		],
	])("%s writes the account's spelling", async (operation, pattern, parameters, body) => {
		account.labels.push('fresh');
		account.before(pattern, ({ body: sent }) => ({ id: 1, ...sent }));
		const { error } = await account.run(operation, parameters);
		expect(error).toBeUndefined();
		expect(lastWrite()).toEqual(body);
	});

	test('account.update refuses another spelling of the label for resolved conversations', async () => {
		account.labels.push('fresh');
		account.before('PATCH /api/v#/accounts/#', ({ body }) => ({ id: 1, settings: body }));
		const updated = async (auto_resolve_label: string) =>
			await account.run('account.update', { update_fields: { auto_resolve_label } });
		expect((await updated('Fresh')).error?.message).toBe(
			'Auto Resolve Label must be "fresh", as the account spells it',
		);
		expect(lastWrite()).toBeUndefined();
		const { hints } = await updated('neu');
		expect(hints).toEqual([expect.stringContaining('Account 1 has no label "neu".')]);
	});

	test.each(writers)('%s says nothing of labels that are listed', async (operation, parameters) => {
		account.labels.push('fresh');
		const options = { unlisted_labels: 'refuse' };
		for (const more of [{}, { options }]) {
			const { error, hints } = await run(operation, { ...parameters, ...more });
			expect([error, hints]).toEqual([undefined, []]);
		}
	});

	test.each(writers)('%s refuses them before anything is sent', async (operation, parameters) => {
		const { error } = await run(operation, {
			...{ ...parameters, options: { unlisted_labels: 'refuse' } },
		});
		expect(error?.message).toBe(
			'Account 1 has no label "fresh". Pick labels from the list, or check the spelling.',
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect(account.requests()).toEqual(['GET labels']);
	});

	test.each(writers)(
		'%s goes on where the token may not read the list',
		async (operation, parameters) => {
			const words = 'Access to this endpoint is not authorized for bots';
			account.before('GET labels', () => json({ error: words }, 401));
			const { error, hints } = await run(operation, parameters, 3);
			expect([error, hints]).toEqual([undefined, []]);
			const refusing = await run(operation, {
				...{ ...parameters, options: { unlisted_labels: 'refuse' } },
			});
			expect(refusing.error?.message).toBe(
				"If a Label Does Not Exist is set to Stop with an Error, but this token cannot read the labels of account 1. Use a user's token, or remove the option.",
			);
		},
	);
});
