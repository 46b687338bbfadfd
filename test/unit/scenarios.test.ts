import type { Scenario, Step } from '../../truth/scenarios';
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
