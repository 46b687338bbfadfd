import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { llmsText, operationsFile, operationTexts } from '../../truth/assistants';
import { newestVersionOf, nodes, operations, propertiesOf, typeNameOf } from '../../truth/surfaces';
import { unknownIn } from '../support/parameters';

/** What programs and AI assistants read that write workflows. */

const texts = operationTexts();
const folderOf = (type: string): string => {
	const found = Object.keys(nodes).find((name) => type.endsWith(`.${typeNameOf(name)}`));
	if (!found) throw new Error(`no node has the type ${type}`);
	return found;
};

test('has every operation once, in its node', () => {
	const ids = texts.map(
		({ type, resource, operation }) => `${nodes[folderOf(type)].surface}.${resource}.${operation}`,
	);
	expect(ids).toEqual(operations().map(([id]) => id));
	expect(new Set(ids).size).toBe(ids.length);
});

test('n8n accepts every example as it is: it drops nothing, and misses nothing', () => {
	const faults = texts.flatMap(({ type, resource, operation, example }) => {
		const folder = folderOf(type);
		const all = propertiesOf(folder);
		const node = { type, typeVersion: newestVersionOf(folder), parameters: example } as INode;
		const set = example as INodeParameters;
		const kept = NodeHelpers.getNodeParameters(all, set, true, false, node, null) ?? {};
		const dropped = Object.keys(example).filter((name) => !(name in kept));
		const issues = all
			.filter((property) => NodeHelpers.displayParameter(kept, property, node, null))
			.map((property) => NodeHelpers.getParameterIssues(property, kept, '', node, null))
			.flatMap(({ parameters = {} }) => Object.values(parameters).flat());
		const unknown = unknownIn(example, all);
		const found = [...dropped, ...issues, ...unknown];
		return found.map((fault) => `${resource}.${operation}: ${fault}`);
	});
	expect(faults).toEqual([]);
});

test('says of every field how it is stored', () => {
	const note = texts.find(({ operation }) => operation === 'createPrivateNote');
	expect(note?.fields).toEqual(
		expect.arrayContaining([
			{ name: 'conversation_id', label: 'Conversation', type: 'resourceLocator', required: true },
			expect.objectContaining({ name: 'additional_fields', type: 'collection' }),
		]),
	);
	const status = texts.find(
		({ resource, operation }) => resource === 'conversation' && operation === 'setStatus',
	);
	const field = status?.fields.find(({ name }) => name === 'status');
	expect(field?.values).toEqual(expect.arrayContaining(['open', 'resolved', 'pending', 'snoozed']));
});

test('is one JSON file, and one text with a line for each operation', () => {
	const file = JSON.parse(operationsFile()) as { operations: unknown[]; triggers: unknown[] };
	expect([file.operations.length, file.triggers.length]).toEqual([texts.length, 2]);
	const text = llmsText();
	for (const { operation, action } of texts)
		expect(text).toContain(`- \`${operation}\`: ${action}. `);
	expect(text).toContain('"resource": "message"');
	expect(text).not.toMatch(/undefined|\[object|127\.0\.0\.1|redacted/);
	expect(operationsFile()).not.toMatch(/127\.0\.0\.1:\d|-redacted/);
});
