import { text, unix, type Call, type Field } from '../../../../shared/vocabulary';

/** Required: without it the service would find everything. */
export const searchText = (hint: string) => text('q', { label: 'Search Text', hint });

const ADVANCED = 'Ignored without the account feature advanced_search.';

export const advanced = (description: string) => `${description}. ${ADVANCED}`;

/** Each can be set without the other. */
export const bounds = (): Field[] => [
	unix('since', { hint: advanced('Only results since this date, at most 90 days back') }),
	unix('until', { hint: advanced('Only results until this date') }),
];

/** Says that the bounds exclude everything. Without the feature, Chatwoot ignores them. */
export function outOfBounds({ values }: Call): string {
	const [since, until] = [Number(values.since), Number(values.until)];
	const where = 'if the account has the feature advanced_search';
	if (since > until) return `Since is later than Until, so nothing can be found ${where}.`;
	if (since * 1000 > Date.now()) return `Since is in the future, so nothing can be found ${where}.`;
	return '';
}
