import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialType } from 'n8n-workflow';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { CustomerConversationClientApi } from '../../credentials/CustomerConversationClientApi.credentials';
import { CustomerConversationPollingTrigger } from '../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node';
import { CustomerConversationTrigger } from '../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { nodes } from '../../truth/surfaces';
import { expectGolden, faultOf, GOLDEN, goldenFiles, versionsOf } from '../support/golden';
import { formsOf, storedOf } from '../support/stored';
import { name as packageName } from '../../package.json';

const types = [
	...Object.values(nodes).map(({ type }) => type),
	CustomerConversationTrigger,
	CustomerConversationPollingTrigger,
];

/** Every version of every node, with the name of its files. */
const versions = types.flatMap((type) => {
	const { description } = new type();
	return versionsOf(description).map(
		(version) => [`${type.name}.v${version}`, description, version] as const,
	);
});

test.each(versions)('%s has what workflows have stored', (file, description, version) => {
	expectGolden(`stored/${file}`, storedOf(description, version));
});

test('the credentials have what is stored', () => {
	const all: ICredentialType[] = [
		new CustomerConversationApi(),
		new CustomerConversationClientApi(),
	];
	expectGolden(
		'stored/credentials',
		Object.fromEntries(
			all.map(({ name, properties }) => [
				name,
				Object.fromEntries(formsOf([['always', properties]])),
			]),
		),
	);
});

test.each(types.map(({ name }) => name))('the codex of %s is of that node', (name) => {
	const path = join(__dirname, `../../nodes/${name}/${name}.node.json`);
	const { node } = JSON.parse(readFileSync(path, 'utf8')) as { node: string };
	expect(node).toBe(`${packageName}.${name[0].toLowerCase()}${name.slice(1)}`);
});

test('no version of a node is gone that workflows have', () => {
	const names = versions.map(([file]) => file);
	expect(goldenFiles('stored')).toEqual([...names, 'credentials'].sort());
});

test.each([
	[{ shows: 'name' }, { shows: 'email' }],
	[{ shows: 'email name' }, { shows: 'name' }],
	[{ shows: { top: 'name' } }, { shows: {} }],
	[{ shows: 'name' }, { shows: { top: 'title', options: 'page' } }],
	[{ parameter: "options 'open' of all open" }, { parameter: "options 'all' of all open" }],
	[{ parameter: "string ''" }, { parameter: "string(status=open) ''" }],
	[{ limit: 1 }, { limit: 2 }],
])('of %j and %j something is lost', (was, now) => {
	expect(faultOf(was, now)).toContain("raise the node's version");
});

test.each([
	[{ shows: 'name' }, { shows: 'email name' }],
	[{ shows: { top: 'name' } }, { shows: { top: 'name', options: 'page' } }],
	[{ shows: 'name' }, { shows: { top: 'name options', options: 'page' } }],
	[{}, { shows: 'name' }],
])('of %j and %j there is only more', (was, now) => {
	expect(faultOf(was, now)).toContain('only more');
});

test('`npm run golden` does not write what loses something', () => {
	const file = join(GOLDEN, 'stored', 'credentials.json');
	const before = readFileSync(file, 'utf8');
	expect(() => expectGolden('stored/credentials', { other: 'is new' }, GOLDEN, true)).toThrow(
		"raise the node's version",
	);
	expect(readFileSync(file, 'utf8')).toBe(before);
});
