import { text, unix, type Field } from '../../../../shared/vocabulary';

/** Required: without it the service would find everything. */
export const searchText = (hint: string) => text('q', { label: 'Search Text', hint });

const ADVANCED = 'Ignored without the account feature advanced_search.';

export const advanced = (description: string) => `${description}. ${ADVANCED}`;

/** Each can be set without the other. */
export const bounds = (): Field[] => [
	unix('since', { hint: advanced('Only results since this date, at most 90 days back') }),
	unix('until', { hint: advanced('Only results until this date') }),
];
