import { prove } from '../../live/prove';
import type { Scenario, Step } from '../../truth/scenarios';
import { isObject } from '../../nodes/shared/values';
import { startSandbox } from '../../sandbox/server';
import { newestVersionOf, nodeNameOf, operations } from '../../truth/surfaces';
import { unknownTo } from '../support/parameters';
import { scenarios } from '../support/scenarios';

const ids = new Set(operations().map(([id]) => id));

const stepsOf = ({ steps, undo = [] }: Scenario) => [...steps, ...undo];

/** Steps are done by the newest version of a node. */
const newestOf = (run: string) => ({ from: newestVersionOf(nodeNameOf(run)) });

const predefined = ['mark', 'phone', 'account', 'now'];

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
					? unknownTo(run, parameters, newestOf(run)).map((name) => `${run}: ${name}`)
					: [`${run}, ${about}`],
			);
			expect(faults).toEqual([]);
		});

		test('a step uses only what steps before it give', () => {
			const known = new Set(predefined);
			const faults = stepsOf(scenario).flatMap((step) => {
				const unknown = namesIn(step).filter((name) => !known.has(name));
				for (const name of [step.as, step.all]) if (name) known.add(name);
				return unknown.map((name) => `${step.run}: ${name}`);
			});
			expect(faults).toEqual([]);
		});
	},
);

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
}, 900_000);
