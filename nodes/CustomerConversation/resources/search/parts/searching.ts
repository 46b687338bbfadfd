import { text, unix, type Field } from '../../../../shared/vocabulary';

/** Left empty the service would find everything. */
export const searchText = (hint: string) => text('q', { label: 'Search Text', hint });

const ADVANCED = 'without effect unless the account has the feature advanced_search';

export const advanced = (what: string) => `${what}; ${ADVANCED}`;

/** Each works alone, too. */
export const bounds = (): Field[] => [
	unix('since', { hint: advanced('Only what is not older, 90 days back at most') }),
	unix('until', { hint: advanced('Only what is older') }),
];
