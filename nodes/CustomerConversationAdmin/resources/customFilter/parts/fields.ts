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

/** The list that the field offers holds conversation views alone. */
export const view = () =>
	customFilter('custom_filter_id', {
		hint: 'Only your filters. The list shows conversation filters; enter the ID for others.',
	});

export const KINDS = { conversation: 'Conversation', contact: 'Contact', report: 'Report' };
type Kind = keyof typeof KINDS;

/** The service stores conditions as they are and checks none: one that it cannot use fails later. */
function conditionsOf(kind: Kind): Part[] {
	const known = kind === 'report' ? undefined : kind;
	const list = conditions('conditions', known, { as: 'query', stored: true });
	return changed([list], (field): Field => ({
		...field,
		convert: (value, reading) => ({ payload: field.convert(value, reading) }),
	}));
}

/** `run` of what stores them. */
export async function store(call: Call) {
	const { filter_type: kind } = call.values;
	const { payload } = sentConditions(call, 'conditions') as { payload?: IDataObject[] };
	if (payload && kind !== 'report')
		await fitToRelease(call, kind as Exclude<Kind, 'report'>, payload);
	return await call.records();
}

/** Each kind with its conditions. */
export const kinds = Object.fromEntries(
	Object.entries(KINDS).map(([kind, name]): [string, { name: string; parts: Part[] }] => [
		kind,
		{ name, parts: [fixed({ filter_type: kind }), ...conditionsOf(kind as Kind)] },
	]),
);
