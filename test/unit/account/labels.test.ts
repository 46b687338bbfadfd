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
			expect(account.requests()).not.toContain('GET conversations/2/labels');
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
		['Fresh', ' Did you mean "fresh"?'],
		[' NEU ', ' Did you mean "neu"?'],
		['fresher', ''],
	])('names the label that "%s" was meant to be', async (label, other) => {
		account.labels.push('fresh', 'neu');
		const unknown = `Account 1 has no label "${label.trim()}".${other}`;
		const parameters = { conversation_id: 1, labels: [label] };
		const { hints } = await run('conversation.addLabels', parameters);
		expect(hints).toEqual([expect.stringContaining(`${unknown} Chatwoot accepts labels`)]);
		const { error } = await run('conversation.addLabels', {
			...{ ...parameters, options: { unlisted_labels: 'refuse' } },
		});
		expect(error?.message).toBe(`${unknown} Pick labels from the list, or check the spelling.`);
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
