import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeHelpers, type IDataObject } from 'n8n-workflow';
import { prove } from '../../live/prove';
import { convert } from '../../moving/engine';
import { fromPackage } from '../../moving/nodes';
import { packages } from '../../moving/packages';
import type { Package } from '../../moving/source';
import { panelOf } from '../../nodes/shared/editor/panel';
import { isOf, resource, text, type Field, type Operation } from '../../nodes/shared/vocabulary';
import { startSandbox } from '../../sandbox/server';
import { plays, type Play } from '../../truth/cases';
import { nodes, operations } from '../../truth/surfaces';
import { expectGolden, faultOf, GOLDEN } from '../support/golden';
import { unknownTo } from '../support/parameters';
import { pathsOf } from '../support/paths';
import { expectPlayed, play } from '../support/plays';
import { inVersion, originalOf } from '../support/run';
import { scenarios } from '../support/scenarios';
import { storedOf } from '../support/stored';

/**
 * A real node, raised by the recipe of CONTRIBUTING: from its next version on, Contact → Update calls the name
 * `full_name`. The two mocks are what the recipe changes in `nodes/`.
 */

jest.mock('../../nodes/CustomerConversation/panel', () => {
	const { panelOf: make } = jest.requireActual<Editor>('../../nodes/shared/editor/panel');
	const { resources } = jest.requireActual<Daily>('../../nodes/CustomerConversation/resources');
	return { ownPanel: make(resources, mockVersions()) };
});

jest.mock('../../nodes/CustomerConversation/resources/contact/update', () => {
	const { text: make } = jest.requireActual<Vocabulary>('../../nodes/shared/vocabulary');
	const [until, from] = mockVersions().slice(-2);
	const settings = { max: 255, clear: null };
	return {
		update: mockUpdate(
			make('name', { ...settings, until }),
			make('full_name', { ...settings, as: 'name', from }),
		),
	};
});

type Editor = typeof import('../../nodes/shared/editor/panel');
type Daily = typeof import('../../nodes/CustomerConversation/resources');
type Golden = typeof import('../support/golden');
type Vocabulary = typeof import('../../nodes/shared/vocabulary');
type Contact = typeof import('../../nodes/CustomerConversation/resources/contact/update');

/** The versions of the node, which have golden files, and one more. */
function mockVersions(): number[] {
	const { goldenFiles } = jest.requireActual<Golden>('../support/golden');
	const versions = goldenFiles('stored')
		.map((file) => Number(/^CustomerConversation\.v([\d.]+)$/.exec(file)?.[1]))
		.filter((version) => version > 0)
		.sort((one, other) => one - other);
	return [...versions, versions[versions.length - 1] + 1];
}

/** The operation with these fields in its collection instead of the name. */
function mockUpdate(...names: Field[]): Operation {
	const { update } = jest.requireActual<Contact>(
		'../../nodes/CustomerConversation/resources/contact/update',
	);
	const { optional: make } = jest.requireActual<Vocabulary>('../../nodes/shared/vocabulary');
	const fields = (field: Field) => (field.name === 'name' ? make(...names).optional : field);
	const body = update.body?.map((part) =>
		'optional' in part ? { ...part, optional: part.optional.flatMap(fields) } : part,
	);
	return { ...update, body };
}

const ID = 'account.contact.update';
const NODE = 'CustomerConversation';
const VERSIONS = mockVersions();
const [OLD, NEW] = VERSIONS.slice(-2);

const node = originalOf(NODE);
const { description } = node;
const [, definition] = operations().find(([id]) => id === ID)!;

/** Parameters of the new version instead of the old one. */
const renamed = <T>(parameters: T): T =>
	JSON.parse(
		JSON.stringify(parameters).replace('"update_fields":{"name":', '"update_fields":{"full_name":'),
	) as T;

const before = plays.filter(({ operation }) => operation === ID);

/** The cases as the recipe has them: those with the name are in both versions, each with its own. */
const raised = before.flatMap((entry): Play[] =>
	JSON.stringify(renamed(entry)) === JSON.stringify(entry)
		? [entry]
		: [
				{ ...entry, until: OLD },
				{ ...renamed(entry), from: NEW },
			],
);
const played = raised.flatMap((entry) =>
	VERSIONS.filter((version) => isOf(version, entry)).map(
		(version) => [entry.release ?? 'none', entry.name, version, entry] as const,
	),
);

describe('n8n', () => {
	test.each([
		[OLD, { name: 'A', email: 'a@example.com' }],
		[NEW, { full_name: 'B', email: 'a@example.com' }],
	])('keeps the fields of version %d inside the collection', (typeVersion, update_fields) => {
		const stored = {
			resource: 'contact',
			operation: 'update',
			update_fields: { name: 'A', full_name: 'B', email: 'a@example.com' },
		};
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			stored,
			false,
			false,
			{ typeVersion },
			description,
		);
		expect(kept?.update_fields).toEqual(update_fields);
	});
});

describe('the cases', () => {
	test('name what their versions have', () => {
		expect(raised.length).toBeGreaterThan(before.length);
		expect(raised.flatMap((entry) => unknownTo(ID, entry.parameters, entry))).toEqual([]);
	});

	test.each(played)('%s: %s, version %d', async (_, __, version, entry) => {
		await expectPlayed(entry, definition, version);
	});

	test('are refused without from and until', () => {
		const unknown = before.flatMap((entry) => unknownTo(ID, entry.parameters, entry));
		expect(new Set(unknown)).toEqual(new Set(['update_fields.name']));
	});
});

describe('golden files', () => {
	const folder = mkdtempSync(join(tmpdir(), 'golden-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const fileOf = (name: string) => join(folder, `${name}.json`);
	const read = (name: string) => readFileSync(fileOf(name), 'utf8');

	beforeAll(() => {
		for (const kind of ['stored', 'outputs'])
			cpSync(join(GOLDEN, kind, `${NODE}.v${OLD}.json`), fileOf(`${kind}/${NODE}.v${OLD}`));
	});

	/** What golden files have of a version: all that is stored, and the items of this operation. */
	async function presentIn(version: number): Promise<Record<string, Record<string, unknown>>> {
		const outputs = JSON.parse(read(`outputs/${NODE}.v${OLD}`)) as IDataObject;
		const items: Parameters<typeof pathsOf>[0] = [];
		for (const [, , of, entry] of played) {
			if (of !== version || entry.error || entry.parameters.simplify === false) continue;
			const found = await play(entry, inVersion(node, version));
			items.push(...found.items.map(({ json }) => [entry.release, json] as (typeof items)[0]));
		}
		return {
			stored: storedOf(description, version),
			outputs: { ...outputs, [ID]: pathsOf(items) },
		};
	}

	test('of the old version stay, and those of the new one are complete at the first run', async () => {
		const old = ['stored', 'outputs'].map((kind) => read(`${kind}/${NODE}.v${OLD}`));
		const present = await Promise.all([OLD, NEW].map(presentIn));
		const compare = (isWriting: boolean) => {
			for (const [index, version] of [OLD, NEW].entries())
				for (const [kind, entries] of Object.entries(present[index]))
					expectGolden(`${kind}/${NODE}.v${version}`, entries, folder, isWriting);
		};
		expect(() => compare(false)).toThrow('is new');
		compare(true);
		compare(false);
		expect(['stored', 'outputs'].map((kind) => read(`${kind}/${NODE}.v${OLD}`))).toEqual(old);
		const differences = faultOf(storedOf(description, OLD), storedOf(description, NEW)).split('\n');
		expect(differences).toEqual([
			expect.stringMatching(/^shows contact\.update: update_fields: .* full_name .* was .* name /),
			expect.stringMatching(/^parameter update_fields\.clear_fields: .* full_name .* was .* name /),
			'parameter update_fields.name: gone, was "string \'\'"',
			'parameter update_fields.full_name: "string \'\'" is new',
			expect.stringContaining("raise the node's version"),
		]);
	});

	test('show that a field without until is lost', () => {
		const { contact, ...others } = nodes[NODE].resources;
		const update = mockUpdate(text('full_name', { as: 'name', max: 255, clear: null }));
		const forgotten = resource('Contact', { ...contact.operations, update });
		const { properties } = panelOf({ contact: forgotten, ...others }, VERSIONS);
		const present = storedOf({ ...description, properties }, OLD);
		expect(() => expectGolden(`stored/${NODE}.v${OLD}`, present, folder, true)).toThrow(
			"raise the node's version",
		);
	});

	test('show a value that differs from what was written, and keep it', () => {
		const name = `stored/${NODE}.v${OLD}`;
		const other = read(name).replace('"type": "', '"type": "other.');
		writeFileSync(fileOf(name), other);
		expect(() => expectGolden(name, storedOf(description, OLD), folder, true)).toThrow('type: ');
		expect(read(name)).toBe(other);
	});
});

describe('a scenario', () => {
	const [scenario] = scenarios().filter(({ name }) => name.startsWith('A contact: made'));

	/** What is wrong in it, played at the sandbox. */
	async function faultsOf(steps: typeof scenario.steps) {
		const sandbox = await startSandbox();
		const access = { root: sandbox.url, token: sandbox.tokens.user, account: '1' };
		try {
			const findings = await prove([{ ...scenario, steps }], {
				access: { ...access, platformToken: '' },
				whyNot: () => undefined,
				mark: 'live-4821035',
				patience: 0,
				say: () => undefined,
			});
			return findings.flatMap(({ operation, verdict }) => (verdict === 'wrong' ? operation : []));
		} finally {
			await sandbox.close();
		}
	}

	test('is played in the newest version', async () => {
		expect(await faultsOf(scenario.steps.map(renamed))).toEqual([]);
	});

	test('is wrong with the parameters of an older one', async () => {
		expect(await faultsOf(scenario.steps)).toEqual([ID]);
	});
});

describe('the converter', () => {
	const source = packages.find(({ nodes: types }) => types.some((type) => type.includes('fazer')))!;
	const table = source.operations['contact.update'];
	const original = {
		nodes: [
			{
				id: '1',
				name: 'Update',
				type: source.nodes[0],
				typeVersion: 1,
				position: [0, 0],
				parameters: { resource: 'contact', operation: 'update', contactId: 5, name: 'Ada' },
			},
		],
		connections: {},
	};

	const converted = (change: (text: string) => string) => {
		const move = JSON.parse(change(JSON.stringify(table))) as Package['operations'][string];
		const operations = { ...source.operations, 'contact.update': move };
		const { workflow } = convert(original, [fromPackage({ ...source, operations })]);
		const { typeVersion, parameters } = workflow.nodes[0];
		return { typeVersion, update_fields: parameters.update_fields };
	};

	test('writes the version that has the fields of the table', () => {
		const old = { typeVersion: OLD, update_fields: { name: 'Ada' } };
		expect(converted((text) => text)).toEqual(old);
		const now = { typeVersion: NEW, update_fields: { full_name: 'Ada' } };
		expect(converted((text) => text.replace('.name', '.full_name'))).toEqual(now);
	});

	test('refuses a table with fields of two versions', () => {
		const mixed = (text: string) => text.replace('.name', '.full_name').replace('.email', '.name');
		expect(() => converted(mixed)).toThrow(
			`version ${OLD} lacks update_fields.full_name; version ${NEW} lacks update_fields.name`,
		);
	});
});
