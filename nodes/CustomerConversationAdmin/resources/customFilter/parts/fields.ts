import type { IDataObject } from 'n8n-workflow';
import {
	changed,
	conditions,
	customFilter,
	fitToRelease,
	fixed,
	sentConditions,
	type Call,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

/** The list of the field only has filters of conversations. */
export const view = () =>
	customFilter('custom_filter_id', {
		hint: 'Only your filters. The list shows conversation filters; enter the ID for others.',
	});

export const KINDS = { conversation: 'Conversation', contact: 'Contact', report: 'Report' };
type Kind = keyof typeof KINDS;

/** The service stores conditions unchecked: one that it cannot use only fails when the filter is used. */
function conditionsOf(kind: Kind): Part[] {
	const known = kind === 'report' ? undefined : kind;
	const list = conditions('conditions', known, { as: 'query', stored: true });
	return changed([list], (field): Field => ({
		...field,
		convert: (value, reading) => ({ payload: field.convert(value, reading) }),
	}));
}

/** The `run` of the operations that store a filter. */
export async function store(call: Call) {
	const { filter_type: kind } = call.values;
	const { payload } = sentConditions(call, 'conditions') as { payload?: IDataObject[] };
	if (payload && kind !== 'report')
		await fitToRelease(call, kind as Exclude<Kind, 'report'>, payload);
	return await call.records();
}

/** The kinds of filters, each with its conditions. */
export const kinds = Object.fromEntries(
	Object.entries(KINDS).map(([kind, name]): [string, { name: string; parts: Part[] }] => [
		kind,
		{ name, parts: [fixed({ filter_type: kind }), ...conditionsOf(kind as Kind)] },
	]),
);
