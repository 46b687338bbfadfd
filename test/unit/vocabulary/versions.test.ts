import { NodeHelpers, type IDataObject, type INode, type INodeType } from 'n8n-workflow';
import { calendarOf } from '../../../nodes/shared/time/calendar';
import { integer, isOf, optional, readParts } from '../../../nodes/shared/vocabulary';
import { runNode } from '../../support/core';
import { faultOf } from '../../support/golden';
import { before, nodeOf, Raised } from '../../support/Raised.node';
import { inVersion, json } from '../../support/run';
import { listen } from '../../support/server';
import { storedOf } from '../../support/stored';

/** A node is raised by the recipe of CONTRIBUTING: workflows of version 1 go on as they were. */

const old = nodeOf(before);
const raised = new Raised();

/** Parameters as workflows of each version have stored them. */
const STORED: Record<number, IDataObject> = {
	1: { old_name: 'Ann', identifier: 'a-1', kind: 'partner' },
	2: { full_name: 'Ann', email: 'ann@example.com', kind: 'customer' },
};

/** What a node sends and gives. */
async function runIn(node: INodeType, parameters: IDataObject, engine = false) {
	const server = await listen(({ body }) => {
		const contact = { id: 7, ...(JSON.parse(String(body)) as IDataObject) };
		return json({ payload: { contact } });
	});
	try {
		const [item] = await runNode(node, {
			parameters: { resource: 'person', operation: 'create', account_id: 1, ...parameters },
			credentials: { base_url: server.url, api_access_token: 'token', account_id: '' },
			engine,
		});
		return { sent: JSON.parse(String(server.received[0].body)) as IDataObject, gives: item.json };
	} finally {
		await server.close();
	}
}

/** What the editor shows of a node, by name, and what it begins with. */
function shownOf({ description: { properties } }: INodeType, typeVersion: number, parameters = {}) {
	const node = { typeVersion } as INode;
	const chosen = { resource: 'person', operation: 'create', ...parameters };
	const values = NodeHelpers.getNodeParameters(properties, chosen, true, false, node, null) ?? {};
	const { resource: _, operation: __, requestOptions: ___, ...fields } = values;
	return fields;
}

describe.each([false, true])('through the engine: %s', (engine) => {
	test('a workflow of version 1 sends and gets what it did', async () => {
		const first = await runIn(old, STORED[1], engine);
		expect(first).toEqual({
			sent: { name: 'Ann', identifier: 'a-1', kind: 'partner', blocked: false },
			gives: { id: 7, title: 'Ann' },
		});
		expect(await runIn(inVersion(raised, 1), STORED[1], engine)).toEqual(first);
	});

	test('one of version 2 sends and gets what is new', async () => {
		const additional_fields = { phone_number: '+491', vip: true };
		const parameters = { ...STORED[2], additional_fields };
		expect(await runIn(inVersion(raised, 2), parameters, engine)).toEqual({
			sent: {
				...{ name: 'Ann', email: 'ann@example.com', kind: 'customer', blocked: true },
				...additional_fields,
			},
			gives: { id: 7, full_name: 'Ann' },
		});
	});

	test('what only the other version has is not sent', async () => {
		const { sent } = await runIn(
			inVersion(raised, 1),
			{ ...STORED[2], ...STORED[1], additional_fields: { phone: '1', phone_number: '2' } },
			engine,
		);
		expect(sent).toEqual({
			...{ name: 'Ann', identifier: 'a-1', kind: 'partner', blocked: false },
			phone: '1',
		});
	});

	test.each([
		[1, 'customer', 'Kind must be one of lead, partner'],
		[2, 'partner', 'Kind must be one of lead, customer'],
	])('version %d refuses the choice %s of the other', async (version, kind, words) => {
		const running = runIn(inVersion(raised, version), { ...STORED[version], kind }, engine);
		await expect(running).rejects.toThrow(words);
	});
});

test.each([
	[1, { a: 1 }],
	[2, { b: 2 }],
])(
	'the reader of version %d takes only what that has, whatever n8n hands over',
	(version, sent) => {
		const found: IDataObject = {};
		const reading = { ...calendarOf('UTC'), version, values: {}, credentials: {} };
		const parts = [optional(integer('a', { until: 1 }), integer('b', { from: 2 }))];
		const form = { rawValue: () => null, added: { a: 1, b: 2 } };
		const faults = readParts(parts, form, reading, (key, value) => {
			found[key] = value as number;
		});
		expect([faults, found]).toEqual([[], sent]);
	},
);

test('the editor shows each version its own panel', () => {
	expect(shownOf(raised, 1)).toEqual(shownOf(old, 1));
	expect(shownOf(raised, 1)).toMatchObject({ old_name: '', identifier: '', blocked: false });
	expect(Object.keys(shownOf(raised, 2)).sort()).toEqual(
		['account_id', 'additional_fields', 'blocked', 'email', 'full_name', 'kind', 'simplify'].sort(),
	);
	expect(shownOf(raised, 2)).toMatchObject({ blocked: true });
});

test('what is stored of version 1 is that of the node before, and version 2 has its own', () => {
	const first = storedOf(old.description, 1);
	expect(faultOf(first, storedOf(raised.description, 1))).toBe('');
	const second = storedOf(raised.description, 2);
	expect(faultOf(first, second)).toContain("raise the node's version");
	expect(second).toMatchObject({
		'parameter blocked': 'boolean true',
		'parameter kind': "options 'lead' of customer lead",
		'parameter additional_fields.vip': 'boolean true',
		'parameter additional_fields.phone_number': "string ''",
	});
	expect(second).not.toHaveProperty('parameter additional_fields.phone');
});

test.each([
	[{}, [1, 2, 3]],
	[{ from: 2 }, [2, 3]],
	[{ until: 2 }, [1, 2]],
	[{ from: 2, until: 2 }, [2]],
])('%j is of the versions %j', (versions, expected) => {
	expect([1, 2, 3].filter((version) => isOf(version, versions))).toEqual(expected);
});

test('a field that is new is asked for', async () => {
	const running = runIn(inVersion(raised, 2), { full_name: 'Ann', kind: 'lead' });
	await expect(running).rejects.toThrow('Email is empty');
});
