import type { IDataObject } from 'n8n-workflow';
import { KEYS, type Kind } from '../../nodes/shared/vocabulary';
import { allRecordings, releases, versionOf, type Release } from '../../truth/recordings';
import rules from '../../truth/rules.json';
import { nodeNameOf } from '../../truth/surfaces';
import { json, originalOf, runAt } from '../support/run';
import { listen } from '../support/server';

/** Fields where rows stand in place of JSON: the rows ask for what the JSON asks for. */

type Condition = {
	attribute_key: string;
	filter_operator: string;
	values: unknown[] | { from: unknown[]; to: unknown[] };
	query_operator: string | null;
	custom_attribute_type?: string;
};

/** Names of the cells with values of an attribute; others are typed as a text. */
const CELLS: Record<string, string> = {
	...{ status: 'statuses', priority: 'priorities', message_type: 'message_types' },
	...{ assignee_id: 'agents', team_id: 'teams', inbox_id: 'inboxes', labels: 'labels' },
	...{ campaign_id: 'campaigns', contact_id: 'contacts', display_id: 'conversations' },
	...{ blocked: 'is', private_note: 'is', created_at: 'date', last_activity_at: 'date' },
};

/** A value of each attribute. */
const SAMPLES: Record<string, unknown[]> = {
	...{ status: ['open'], priority: ['high'], message_type: ['incoming'], labels: ['vip'] },
	...{ assignee_id: [7], team_id: [3], inbox_id: [2], campaign_id: [4], contact_id: [5] },
	...{ display_id: [125], blocked: [true], private_note: [false] },
	...{ created_at: ['2026-10-01'], last_activity_at: ['2026-10-01'] },
	...{ email: ['ann@example.com'], phone_number: ['+4915112345678'], country_code: ['DE'] },
};

const CUSTOM: Record<string, { cell: string; sample: unknown }> = {
	text: { cell: 'value', sample: 'Köln, "Süd"' },
	number: { cell: 'number', sample: 42 },
	date: { cell: 'date', sample: '2026-10-01' },
	list: { cell: 'value', sample: 'gold' },
	checkbox: { cell: 'is', sample: true },
};

/** What the operator compares an attribute with. */
function valuesFor(key: string, operator: string, custom?: string): Condition['values'] {
	if (/present$/.test(operator)) return [];
	if (operator === 'days_before') return [7];
	const own = custom ? [CUSTOM[custom].sample] : (SAMPLES[key] ?? ['Straße']);
	if (operator === 'attribute_changed') return { from: own, to: own };
	if (/contain/.test(operator) && key === 'display_id') return ['12'];
	return own;
}

/** A condition as a row of the panel. */
function rowOf(condition: Condition, custom?: string): IDataObject {
	const { attribute_key, filter_operator, values, query_operator } = condition;
	const { custom_attribute_type: model } = condition;
	const isTyped = /contain|starts_with/.test(filter_operator);
	const cell = custom ? CUSTOM[custom].cell : isTyped ? 'value' : (CELLS[attribute_key] ?? 'value');
	const cells =
		'from' in values
			? { [`from_${cell}`]: values.from, [`to_${cell}`]: values.to }
			: filter_operator === 'days_before'
				? { days: values[0] }
				: values.length
					? { [cell]: values.length > 1 || cell.endsWith('s') ? values : values[0] }
					: {};
	return {
		...(model ? { attribute: `${model}_${custom}`, attribute_key } : { attribute: attribute_key }),
		filter_operator,
		...(cells as IDataObject),
		query_operator: query_operator?.toLowerCase() ?? 'or',
	};
}

/** Where each kind of conditions is sent, and with what else. */
const SENT: Record<Kind, { operation: string; name: string; more: IDataObject; path: RegExp }> = {
	contact: { operation: 'contact.filter', name: 'payload', more: {}, path: /contacts\/filter/ },
	conversation: {
		operation: 'conversation.filter',
		name: 'payload',
		more: {},
		path: /conversations\/filter/,
	},
	rule: {
		operation: 'automationRule.create',
		name: 'conditions',
		more: {
			name: 'A rule',
			event_name: 'conversation_updated',
			specify_actions: 'json',
			actions: [{ action_name: 'add_label', action_params: ['vip'] }],
		},
		path: /automation_rules/,
	},
};

/** What goes out to a server of this release, or what is refused before. */
async function sent(release: Release, operation: string, parameters: IDataObject, path: RegExp) {
	const server = await listen(({ path: asked }) =>
		asked === '/api' ? json({ version: versionOf(release) }) : json({ payload: [], id: 1 }),
	);
	try {
		const node = originalOf(nodeNameOf(`account.${operation}`));
		const { error } = await runAt(server.url, operation, parameters, { node });
		const request = server.received.find((received) => path.test(received.path));
		const body = request && (JSON.parse(request.body.toString()) as IDataObject);
		return body ? { body } : { refused: error?.message };
	} finally {
		await server.close();
	}
}

/** The same conditions as rows and as JSON. */
async function bothWays(release: Release, kind: Kind, given: Array<[Condition, string?]>) {
	const { operation, name, more, path } = SENT[kind];
	const list = given.map(([condition]) => condition);
	const entries = given.map(([condition, custom]) => rowOf(condition, custom));
	const as = async (parameters: IDataObject) =>
		await sent(release, operation, { ...more, ...parameters }, path);
	return {
		rows: await as({ [`${name}_rows`]: { conditions: entries } }),
		json: await as({ [`specify_${name}`]: 'json', [name]: list as unknown as IDataObject[] }),
	};
}

/** Every attribute with every operator that its rows offer. */
const combinations = (kind: Kind): Array<[Condition, string?]> => [
	...Object.entries(KEYS[kind]).flatMap(([key, operators]: [string, string[]]) =>
		operators.map((operator): [Condition] => [
			{
				attribute_key: key,
				filter_operator: operator,
				values: valuesFor(key, operator),
				query_operator: null,
			},
		]),
	),
	...(kind === 'rule'
		? ['contact_attribute', 'conversation_attribute']
		: [`${kind}_attribute`]
	).flatMap((model) => {
		const known = rules.automation.conditions.find(({ label }) => label === 'Custom attribute');
		const operators = known?.operators as Record<string, string[]>;
		return Object.keys(CUSTOM).flatMap((custom) =>
			operators[custom].map((operator): [Condition, string] => [
				{
					attribute_key: 'own',
					filter_operator: operator,
					values: valuesFor('own', operator, custom),
					query_operator: null,
					custom_attribute_type: model,
				},
				custom,
			]),
		);
	}),
];

/** Conditions that the service was seen to refuse or to fail on, one by itself: key, operator, value. */
const refusals = (release: Release, kind: Kind) =>
	new Set(
		allRecordings(release)
			.filter(
				({ as, request, response }) =>
					as === 'admin' && response.status >= 400 && SENT[kind].path.test(request.path),
			)
			.map(({ request }) => (request.body as IDataObject)?.[SENT[kind].name])
			.filter(
				(list): list is Condition[] =>
					Array.isArray(list) && list.length === 1 && !(list as Condition[])[0].query_operator,
			)
			.map(([{ attribute_key, filter_operator, values }]) =>
				JSON.stringify([attribute_key, filter_operator, values]),
			),
	);

describe.each(releases)('conditions on %s', (release) => {
	test.each(Object.keys(KEYS) as Kind[])(
		'rows of every attribute and operator ask for what JSON asks for: %s',
		async (kind) => {
			const refused = refusals(release, kind);
			for (const [condition, custom] of combinations(kind)) {
				const { rows, json: typed } = await bothWays(release, kind, [[condition, custom]]);
				expect({ condition, ...rows }).toEqual({ condition, ...typed });
				const [one] = ((rows.body?.[SENT[kind].name] ?? []) as Condition[]).slice(-1);
				if (!one) expect(rows.refused).toMatch(/This server is/);
				else
					expect(refused).not.toContain(
						JSON.stringify([one.attribute_key, one.filter_operator, one.values]),
					);
			}
		},
		120_000,
	);
});
