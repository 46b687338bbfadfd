import { scenarios as all, type Scenario } from '../../truth/scenarios';

/** The scenarios, with an import of so few rows that tests have time for it: three pages of contacts. */
export const scenarios = (): Scenario[] =>
	JSON.parse(
		JSON.stringify(all())
			.replaceAll(/("times"|"count"):300\b/g, '$1:40')
			.replaceAll(/("limit"|"count"):200\b/g, '$1:30'),
	) as Scenario[];
