import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { prove } from '../../live/prove';
import { scenarios, type Scenario, type Step } from '../../live/scenarios';
import { isObject } from '../../nodes/shared/values';
import { startSandbox } from '../../sandbox/server';
import { nodeNameOf, nodes, operations } from '../../truth/surfaces';

const ids = new Set(operations().map(([id]) => id));

const stepsOf = ({ steps, undo = [] }: Scenario) => [...steps, ...undo];

/** The properties of an operation by their names, those of a collection or a row beneath. */
function propertiesOf(run: string): INodeProperties[] {
	const [, resource, operation] = run.split('.');
	const { type: Node } = nodes[nodeNameOf(run)];
	return new Node().description.properties.filter(({ displayOptions: { show } = {} }) => {
		const shown = (name: string, value: string) => !show?.[name] || show[name].includes(value);
		return shown('resource', resource) && shown('operation', operation);
	});
}

/** What of the parameters no field takes: n8n would drop it without a word. */
function unknownIn(parameters: IDataObject, known: INodeProperties[], way = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = known.filter((property) => property.name === name);
		if (!found.length) return [`${way}${name}`];
		const { type, options = [] } = found[0];
		if (!isObject(value)) return [];
		if (type === 'collection')
			return unknownIn(
				value as IDataObject,
				found.flatMap((each) => (each.options ?? []) as INodeProperties[]),
				`${way}${name}.`,
			);
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return Object.entries(value).flatMap(([group, rows]) => {
			const inside = groups.find((each) => each.name === group);
			if (!inside) return [`${way}${name}.${group}`];
			const list = (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
			return list.flatMap((row) => unknownIn(row, inside.values, `${way}${name}.${group}.`));
		});
	});
}

const given = ['mark', 'phone', 'account', 'now'];

/** The names that a step uses. */
const namesIn = (step: Step) => [
	...[...JSON.stringify(step).matchAll(/(?<!\{)\{(\w+)[\w.]*\}(?!\})/g)].map(([, name]) => name),
	...(step.each ? [step.each] : []),
];

describe.each(scenarios().map((scenario): [string, Scenario] => [scenario.name, scenario]))(
	'%s',
	(_, scenario) => {
		test('its steps are operations, with parameters that they have', () => {
			const faults = stepsOf(scenario).flatMap(({ run, about = run, parameters = {} }) =>
				ids.has(run) && ids.has(about)
					? unknownIn(parameters, propertiesOf(run)).map((name) => `${run}: ${name}`)
					: [`${run}, ${about}`],
			);
			expect(faults).toEqual([]);
		});

		test('a step uses only what steps before it give', () => {
			const known = new Set(given);
			const faults = stepsOf(scenario).flatMap((step) => {
				const unknown = namesIn(step).filter((name) => !known.has(name));
				for (const name of [step.as, step.all]) if (name) known.add(name);
				return unknown.map((name) => `${step.run}: ${name}`);
			});
			expect(faults).toEqual([]);
		});
	},
);

test('every operation is proved, but for what cannot be undone', () => {
	const proved = scenarios().flatMap(({ steps }) => steps.map(({ run, about = run }) => about));
	const left = [...ids].filter((id) => !proved.includes(id));
	// The token is that of the program itself.
	expect(left).toEqual(['account.profile.resetAccessToken']);
});

/** The paths to all values. */
const pathsIn = (value: unknown, way = ''): string[] =>
	isObject(value)
		? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, `${way}.${key}`))
		: [way];

const has = (item: unknown, path: string) =>
	path
		.split('.')
		.slice(1)
		.reduce<[boolean, unknown]>(
			([there, inner], key) => [
				there && isObject(inner) && key in inner,
				isObject(inner) ? inner[key] : undefined,
			],
			[true, item],
		)[0];

test('where the sandbox only replays, the recorded items have all that is expected', async () => {
	const sandbox = await startSandbox();
	const faults: string[] = [];
	try {
		const findings = await prove(scenarios(), {
			access: {
				root: sandbox.url,
				token: sandbox.tokens.user,
				account: '1',
				platformToken: sandbox.tokens.platform,
			},
			everything: true,
			whyNot: () => undefined,
			mark: 'live-4821035',
			patience: 0,
			say: () => undefined,
			seen: ({ run, expect: wanted = {}, has: listed = {} }, { items, error, exchanges }) => {
				const replayed = exchanges.some(({ response }) => response.headers['x-replayed']);
				if (!replayed || error) return;
				for (const path of [...pathsIn(wanted), ...pathsIn(listed)])
					if (path && !items.every((item) => has(item, path)))
						faults.push(`${run}: ${path} is in no item such as ${JSON.stringify(items[0])}`);
			},
		});
		expect(faults).toEqual([]);
		expect(findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
	} finally {
		await sandbox.close();
	}
}, 120_000);
