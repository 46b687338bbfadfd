import type { IDataObject } from 'n8n-workflow';
import { badInput, ServiceError, together } from '../faults';
import { at, isEmpty, isObject, worded } from '../values';
import { named, type Field, type Known } from '../vocabulary/fields/fields';
import { fieldsOf } from '../vocabulary/fields/parts';
import { isSince } from '../vocabulary/release';
import type { SetField } from './parameters';

/** The releases that know this value of a field and the values of its members. */
const boundsOf = ({ since, members = [] }: Field, value: unknown): Known[] => [
	...(typeof since === 'function' ? since(value) : since ? [{ since }] : []),
	...[value].flat().flatMap((object) =>
		fieldsOf(members).flatMap((member) => {
			if (!isObject(object) || !(member.as in object)) return [];
			const known = boundsOf(member, object[member.as]);
			return known.map((bound) => ({ value: member.property.displayName, ...bound }));
		}),
	),
];

/**
 * Refuses fields and values that the server's release does not know: it would ignore them with 200, or fail.
 * @param version reads the server's version; only called if a field depends on it
 */
export async function refuseUnknown(
	setFields: SetField[],
	version: () => Promise<string | undefined>,
): Promise<void> {
	const bounds = setFields.flatMap(({ field, value }) =>
		boundsOf(field, value).map((bound) => ({ field, ...bound })),
	);
	if (bounds.length === 0) return;
	const current = await version();
	const faults = bounds.flatMap(({ field, value, since, before }) => {
		const needs =
			since && !isSince(current, since)
				? `Chatwoot ${since} or later`
				: before && isSince(current, before) && `a release before Chatwoot ${before}`;
		if (!needs) return [];
		const prefix = value === undefined ? '' : `has ${value}, which `;
		const server = current ? `runs ${current}` : 'does not report its release';
		return [named(field, badInput(`${prefix}requires ${needs} (this server ${server})`))];
	});
	if (faults.length) throw together(faults);
}

/**
 * Compares a stored record with the values that were sent. A reply without an id is not a record.
 * @throws ServiceError with the labels of fields that Chatwoot ignored or changed, and the record's id
 */
export function checkStored(record: IDataObject | undefined, setFields: SetField[]): void {
	if (record?.id === undefined || typeof record.id === 'object') return;
	const lost = setFields.filter(
		({ field: { as, shown = as }, value, inBody }) =>
			inBody && shown !== false && !agrees(value, at(record, shown)),
	);
	if (lost.length === 0) return;
	const names = lost.map(({ field }) => field.property.displayName).join(', ');
	throw new ServiceError(`Chatwoot did not save ${names}`, {
		status: 200,
		fields: lost.map(({ field }) => field.name),
		hint: `Record ${worded(record.id)} was saved with everything else. This release or edition may not know the field or the value, or an account feature may be disabled.`,
	});
}

/** Ignores case and spaces, which Chatwoot changes in names, titles and URLs. */
const bare = (value: unknown) => String(value).replace(/\s/g, '').toLowerCase();

const moment = (value: unknown): number =>
	typeof value === 'number'
		? value * 1000
		: /^\d{4}-\d\d-\d\d/.test(String(value))
			? Date.parse(String(value))
			: NaN;

/**
 * Whether a record has the value that was sent. Lists and objects may have more entries. Values of different
 * types cannot be compared, such as a number for an enumerated text, and count as equal.
 */
export function agrees(sent: unknown, shown: unknown): boolean {
	if (Array.isArray(sent) && Array.isArray(shown) && sent.length)
		return sent.every((one) => shown.some((other) => agrees(one, other)));
	if (isObject(sent) && isObject(shown))
		return Object.entries(sent).every(([key, value]) => agrees(value, shown[key]));
	const isNone = isEmpty(shown) || (isObject(shown) && Object.keys(shown).length === 0);
	if (isEmpty(sent)) return isNone;
	if (isNone) return sent === false || (isObject(sent) && Object.keys(sent).length === 0);
	if (typeof sent === 'object' || typeof shown === 'object') return true;
	if (bare(sent) === bare(shown)) return true;
	if (moment(sent) === moment(shown)) return true;
	return typeof sent !== typeof shown;
}
