import type { IDataObject } from 'n8n-workflow';
import { CustomerConversationPollingTrigger } from '../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node';
import { CustomerConversationTrigger } from '../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { readDelivery } from '../../nodes/shared/events/delivery';
import { simpleItem } from '../../nodes/shared/events/output';
import { isOf } from '../../nodes/shared/vocabulary/versions';
import { expectedItems, plays, type Play } from '../../truth/cases';
import { deliveries, releases, type Release } from '../../truth/recordings';
import { schemas } from '../../truth/schemas';
import { nodeNameOf, nodes, operations } from '../../truth/surfaces';
import { sampleOf } from '../fake/records';
import { FakeChatwoot } from '../fake/server';
import { expectGolden, goldenFiles, versionsOf } from '../support/golden';
import { FREE, leaves, pathsOf } from '../support/paths';
import { onTheDayOfTheRecordings, play } from '../support/plays';
import { Poller } from '../support/poller';
import { inVersion, originalOf } from '../support/run';

const DAY = /^\d{4}-\d\d-\d\d/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What is not in the dialect: a number for a time or a word, an object in the place of a name, `{}`. */
function faultsOf(item: IDataObject): string[] {
	return leaves(item).flatMap(([path, value]) => {
		const key = path.split('.').at(-1) ?? '';
		if (text(value) === '{}' && key !== 'query') return [`${path} is {}`];
		if (FREE.test(key)) return [];
		const isTime = /(^|_)(at|since|until|timestamp)$/.test(key);
		if (key.endsWith('_on') && !DAY.test(String(value))) return [`${path} is no day`];
		if (isTime && value !== null && !ISO.test(String(value))) return [`${path} is no time`];
		if (/(^|_)(type|status)$/.test(key) && typeof value === 'number')
			return [`${path} is a number`];
		return path.includes('.') && !path.includes('[]') ? [`${path} is not flat`] : [];
	});
}

const text = (value: unknown) => JSON.stringify(value);

/** Tables have as many columns as the account has things to tell. */
const WIDE = /\.(export|report)\.|\.assistant\.getOverview$/;

const MOST = 29;

/** By operation; of an older version of its node by `operation v1`. */
const items = new Map<string, Array<[Release | undefined, IDataObject]>>();

/** Every version of a node, the newest last. */
const versionsIn = (folder: string): number[] => versionsOf(originalOf(folder).description);

const keyOf = (id: string, version: number) =>
	version === versionsIn(nodeNameOf(id)).at(-1) ? id : `${id} v${version}`;

// Before the plays: items say when an inbox opens next.
onTheDayOfTheRecordings();

const definitions = new Map(operations());

/** What a play gives: `operations/` proves that it is what a case expects. A case has only the words of a page. */
async function itemsOf(entry: Play, version: number): Promise<IDataObject[]> {
	if (!definitions.get(entry.operation)?.reply?.page) return expectedItems(entry, version);
	const node = inVersion(originalOf(nodeNameOf(entry.operation)), version);
	return (await play(entry, node)).items.map(({ json }) => json);
}

beforeAll(async () => {
	for (const entry of plays) {
		if (entry.error || entry.parameters.simplify === false) continue;
		const { operation, release } = entry;
		for (const version of versionsIn(nodeNameOf(operation))) {
			if (!isOf(version, entry)) continue;
			const key = keyOf(operation, version);
			const found = await itemsOf(entry, version);
			const entries = found.map((item): [Release | undefined, IDataObject] => [release, item]);
			items.set(key, [...(items.get(key) ?? []), ...entries]);
		}
	}
});

const all = [...definitions.keys()];

test.each(all)('%s speaks the dialect', (id) => {
	const ofOperation = items.get(id) ?? [];
	const keys = new Set(ofOperation.flatMap(([, item]) => Object.keys(item)));
	const faults = new Set(ofOperation.flatMap(([, item]) => faultsOf(item)));
	const { reply } = definitions.get(id) ?? {};
	// The columns of a file have the service's names.
	expect(reply?.table ? [] : [...faults]).toEqual([]);
	if (!WIDE.test(id)) expect(keys.size).toBeLessThanOrEqual(MOST);
	// What is about a conversation or a contact can be gone on with.
	const [, about] =
		/\/\{(conversation|contact)_id\}/.exec(definitions.get(id)?.request ?? '') ?? [];
	if (about && ofOperation.length) expect([...keys]).toContain(`${about}_id`);
});

/** The type of a value in a schema. */
const typeOf = (value: unknown): string => {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
};

test.each(schemas())(
	'%s: n8n shows the fields of version %d before the first run, with their types',
	(id, version, { properties = {} }) => {
		const found = (items.get(keyOf(id, version)) ?? []).map(([, item]) => item);
		const keys = new Set(found.flatMap((item) => Object.keys(item)));
		expect(Object.keys(properties).sort()).toEqual([...keys].sort());
		// Chatwoot stores some values in the type in which they were sent: one of those must be it.
		const wrong = Object.entries(properties).filter(([key, { type }]) => {
			const seen = new Set(found.map((item) => item[key] ?? null).map(typeOf));
			const isKnown = [...seen].some((one) => one !== 'null');
			return isKnown && !seen.has(type.replace('integer', 'number'));
		});
		expect(wrong).toEqual([]);
	},
);

test.each(Object.keys(nodes))('%s gives the paths that workflows read', (folder) => {
	const ids = all.filter((id) => nodeNameOf(id) === folder);
	for (const version of versionsIn(folder))
		expectGolden(
			`outputs/${folder}.v${version}`,
			Object.fromEntries(ids.map((id) => [id, pathsOf(items.get(keyOf(id, version)) ?? [])])),
		);
});

test('the trigger gives the paths that workflows read', () => {
	const found = releases.flatMap((release) =>
		deliveries(release).map(({ event, body }): [Release, IDataObject] => [
			release,
			simpleItem(readDelivery(body), { account: 1, baseUrl: 'https://x', events: [event] }),
		]),
	);
	expect(found.flatMap(([, { changes: _, ...item }]) => faultsOf(item))).toEqual([]);
	for (const version of versionsOf(new CustomerConversationTrigger().description))
		expectGolden(`outputs/CustomerConversationTrigger.v${version}`, { item: pathsOf(found) });
});

test('the polling trigger gives the paths that workflows read', async () => {
	const events = [
		...['contact_created', 'conversation_created', 'csat_answered', 'message_created'],
		'team_silent',
	];
	const found: Array<[Release, IDataObject]> = [];
	for (const release of releases) {
		const desk = new FakeChatwoot(release);
		const listed = (resource: string, changes: IDataObject): IDataObject => ({
			...sampleOf(`account.${resource}.list`, release),
			...{ created_at: desk.now, ...changes },
		});
		const address = await desk.start();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => desk.now * 1000);
		const poller = new Poller(address, { events, loop_guard: false });
		await poller.activate();
		const times = { updated_at: desk.now, last_activity_at: desk.now, waiting_since: desk.now };
		const talk = desk.conversation(
			listed('conversation', { id: 1, last_non_activity_message: null, ...times }),
		);
		desk.message(talk, { id: 1001, message_type: 0 });
		desk.contact(listed('contact', { id: 1002 }));
		desk.rated(talk, 3);
		desk.now += 3600;
		for (const { url, ...item } of await poller.poll())
			found.push([release, { ...item, url: String(url).replace(address, 'https://x') }]);
		clock.mockRestore();
		await desk.close();
	}
	expect(found).toHaveLength(releases.length * events.length);
	for (const version of versionsOf(new CustomerConversationPollingTrigger().description))
		expectGolden(`outputs/CustomerConversationPollingTrigger.v${version}`, {
			item: pathsOf(found),
		});
});

test('the paths of every version are there', () => {
	const triggers = [CustomerConversationTrigger, CustomerConversationPollingTrigger];
	const files = [
		...Object.keys(nodes).flatMap((folder) =>
			versionsIn(folder).map((version) => `${folder}.v${version}`),
		),
		...triggers.flatMap((type) =>
			versionsOf(new type().description).map((version) => `${type.name}.v${version}`),
		),
	];
	expect(goldenFiles('outputs')).toEqual(files.sort());
});

test('a fault of the dialect is seen', () => {
	expect(
		faultsOf({
			created_at: 1795245110,
			message_type: 1,
			sender: { id: 1 },
			custom_attributes: {},
			labels: [],
		}),
	).toEqual([
		'created_at is no time',
		'message_type is a number',
		'sender.id is not flat',
		'custom_attributes is {}',
	]);
});
