import { condition, CONDITIONS_HINT, filterCondition } from '../../../shared/checks';
import { fixed, jsonList, type Field, type Part } from '../../../shared/fields';
import { customFilter } from '../../../shared/locators';

/** The list that the field offers holds conversation views alone. */
export const view = () =>
	customFilter('custom_filter_id', {
		hint: "Only views of the token's user; the list shows those of conversations, others go by ID",
	});

export const KINDS = { conversation: 'Conversation', contact: 'Contact', report: 'Report' };
type Kind = keyof typeof KINDS;

/** The service stores conditions as they are and checks none: one that it cannot use fails later. */
function conditions(kind: Kind): Field {
	const list = jsonList('conditions', {
		as: 'query',
		...(kind === 'report'
			? { check: condition, hint: CONDITIONS_HINT }
			: {
					check: filterCondition(kind),
					hint: `${CONDITIONS_HINT} Keys as in ${KINDS[kind]} → Filter.`,
				}),
	});
	return { ...list, convert: (value, reading) => ({ payload: list.convert(value, reading) }) };
}

/** Each kind with its conditions. */
export const kinds = Object.fromEntries(
	Object.entries(KINDS).map(([kind, name]): [string, { name: string; parts: Part[] }] => [
		kind,
		{ name, parts: [fixed({ filter_type: kind }), conditions(kind as Kind)] },
	]),
);
