import type { IDataObject } from 'n8n-workflow';
import { run, json } from '../../support/run';

/** The hints about custom attributes in JSON, which Chatwoot stores whatever they are. */

const DEFINED = [
	{ attribute_key: 'tier', attribute_display_type: 'list', attribute_values: ['Gold', 'Silver'] },
	{ attribute_key: 'since', attribute_display_type: 'date' },
	{ attribute_key: 'seats', attribute_display_type: 'number' },
	{ attribute_key: 'vip', attribute_display_type: 'checkbox' },
	{ attribute_key: 'note', attribute_display_type: 'text' },
];

const writers: Array<[string, IDataObject, string, (attributes: IDataObject) => IDataObject]> = [
	[
		'contact.create',
		{ name: 'Ann', email: 'ann@x.example' },
		'contact',
		(custom_attributes) => ({ additional_fields: { custom_attributes } }),
	],
	[
		'contact.update',
		{ contact_id: 5 },
		'contact',
		(custom_attributes) => ({ update_fields: { custom_attributes } }),
	],
	[
		'conversation.setCustomAttributes',
		{ conversation_id: 5, custom_attributes_specify: 'json' },
		'conversation',
		(custom_attributes) => ({ custom_attributes }),
	],
];

async function hintsOf(
	[operation, parameters, , placed]: (typeof writers)[number],
	attributes: IDataObject,
	definitions = json(DEFINED),
) {
	const stored = { id: 5, name: 'Ann', email: 'ann@x.example', custom_attributes: attributes };
	const record = json({ ...stored, payload: { ...stored, contact: stored } });
	const outcome = await run(operation, { ...parameters, ...placed(attributes) }, [
		definitions,
		record,
	]);
	return { ...outcome, first: outcome.received[0] };
}

describe.each(writers)('%s', (...writer) => {
	const [, , noun] = writer;

	test.each<[IDataObject, string | undefined]>([
		[{ tier: 'Gold', since: '2026-11-24', seats: 3, vip: false, note: 'x' }, undefined],
		[{ tier: null, seats: null }, undefined],
		[
			{ Tier: 'Gold' },
			`Account 1 has no ${noun} attribute "Tier". Chatwoot stores it, but its dashboard does not show it.`,
		],
		[
			{ tier: 'gold' },
			`The ${noun} attribute "tier" should be one of Gold, Silver, not "gold". Chatwoot stores it nevertheless.`,
		],
		[
			{ since: '2026-02-30' },
			`The ${noun} attribute "since" should be a date such as 2026-11-24, not "2026-02-30". Chatwoot stores it nevertheless.`,
		],
		[
			{ seats: '3' },
			`The ${noun} attribute "seats" should be a number, not "3". Chatwoot stores it nevertheless.`,
		],
		[
			{ vip: 'yes' },
			`The ${noun} attribute "vip" should be true or false, not "yes". Chatwoot stores it nevertheless.`,
		],
	])('says what %j has that the account does not allow', async (attributes, hint) => {
		const { error, hints, first } = await hintsOf(writer, attributes);
		expect(error).toBeUndefined();
		expect(hints).toEqual(hint ? [hint] : []);
		expect(first.path).toBe('/api/v1/accounts/1/custom_attribute_definitions');
		expect(first.query).toEqual([['attribute_model', `${noun}_attribute`]]);
	});

	test('says nothing if the attributes cannot be read', async () => {
		const refused = json({ error: 'not authorized for bots' }, 401);
		expect((await hintsOf(writer, { Tier: 1 }, refused)).hints).toEqual([]);
	});
});
