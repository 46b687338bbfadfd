import type { INodeProperties } from 'n8n-workflow';
import { BadInput, faultOf, together } from '../../faults';
import { isEmpty, isObject, isSame } from '../../values';
import { isOf } from '../versions';
import { emptyText, named, type Choice, type Field, type Part, type Reading } from './fields';

/** Raw values of parts, on top, in a group or in a row. */
interface Form {
	/** Value of a field that is always shown, or of a choice; null if there is none. */
	rawValue: (name: string) => unknown;
	/** Values of the fields that the user added. */
	added: Record<string, unknown>;
	/** Whether a field that is added but empty empties it in Chatwoot. Otherwise it is not sent. */
	changes?: boolean;
}

/** Receives a key and a value as they are sent, and their field. */
type Take = (key: string, value: unknown, field?: Field) => void;

/**
 * Reads, checks and converts the value of a field, and adds it to the reading's `values`.
 * @param empty what an empty value means: a fault, not set, or empty it in Chatwoot
 * @returns undefined if the field is not set
 * @throws BadInput beginning with the label
 */
export function readField(
	field: Field,
	raw: unknown,
	empty: 'required' | 'unset' | 'clears',
	reading: Reading,
): { value: unknown } | undefined {
	try {
		const input = isUnset(field, raw) && field.fallback ? reading.credentials[field.fallback] : raw;
		if (!isUnset(field, input)) {
			const value = field.convert(input, reading);
			if (isBroken(value))
				throw new BadInput(
					'contains a NUL or an incomplete Unicode character, which Chatwoot cannot store',
				);
			reading.values[field.name] = value;
			return value === undefined ? undefined : { value };
		}
		if (empty === 'unset') return undefined;
		// An expression that returns nothing must not empty the field.
		const isChosen = empty === 'clears' || (input !== null && input !== undefined);
		if ('clear' in field && isChosen) return { value: field.clear };
		if (reading.isExpression?.(field.name))
			throw new BadInput('is empty: the expression returned nothing');
		if (empty === 'clears')
			throw new BadInput('cannot be emptied: fill it in, or remove the field');
		const { choiceByExpression: choice } = reading;
		throw new BadInput(
			choice
				? `${emptyText(field)}. ${choice} is an expression, so n8n shows only the fields for the first item: use one node per choice, or see docs/expressions.md`
				: emptyText(field),
		);
	} catch (error) {
		throw named(field, error);
	}
}

/** Reads the parts that the node's version has, in order. @returns all faults */
export function readParts(parts: Part[], form: Form, reading: Reading, take: Take): BadInput[] {
	const faults: BadInput[] = [];
	const read = (field: Field, raw: unknown, empty: Parameters<typeof readField>[2]) =>
		collected(faults, () => {
			const found = readField(field, raw, empty, reading);
			if (found) take(field.as, found.value, field);
		});
	for (const part of parts) {
		if ('optional' in part) {
			for (const field of part.optional) {
				if (!isOf(reading.version, field)) continue;
				const raw = part.front ? form.rawValue(field.name) : form.added[field.name];
				if (field.filled && field.name in form.added) read(field, raw, 'required');
				else if (raw !== undefined)
					read(field, raw, form.changes && !part.front ? 'clears' : 'unset');
			}
		} else if ('fixed' in part) {
			for (const [key, value] of Object.entries(part.fixed)) {
				const made = isComputed(value) ? value(reading) : value;
				if (made === undefined) continue;
				if (isComputed(value)) reading.values[key] = made;
				take(key, made);
			}
		} else if (!isOf(reading.version, part)) {
			continue;
		} else if ('choices' in part) {
			collected(faults, () => {
				const branch = branchOf(part, form, reading);
				const choiceByExpression = reading.isExpression?.(part.name)
					? part.property.displayName
					: reading.choiceByExpression;
				faults.push(...readParts(branch, form, { ...reading, choiceByExpression }, take));
			});
		} else read(part, form.rawValue(part.name), 'required');
	}
	return faults;
}

/**
 * Reads the parts inside a field into one object. They know all values that were read before them.
 * @throws BadInput with all faults and their labels
 */
export function readMembers(
	parts: Part[],
	raw: unknown,
	reading: Reading,
	changes = false,
): Record<string, unknown> {
	const members = isObject(raw) ? raw : {};
	const result: Record<string, unknown> = {};
	// Names inside a field are not looked up.
	const inside = {
		...reading,
		names: undefined,
		isExpression: undefined,
		choiceByExpression: undefined,
		values: { ...reading.values },
	};
	const form: Form = { rawValue: (name) => members[name] ?? null, added: members, changes };
	const faults = readParts(parts, form, inside, (key, value) => {
		result[key] = value;
	});
	if (faults.length) throw together(faults);
	return result;
}

/** The parts of the chosen branch. */
function branchOf(part: Choice, { rawValue }: Form, { values, version }: Reading): Part[] {
	const chosen = String(rawValue(part.name) ?? '');
	const allowed = Object.keys(part.choices).filter((one) => isOf(version, part.choices[one]));
	if (!allowed.includes(chosen))
		throw named(part, new BadInput(`must be one of ${allowed.join(', ')}`));
	values[part.name] = chosen;
	const branch = part.choices[chosen].parts;
	return part.activeParts?.(branch, rawValue) ?? branch;
}

/** Runs a function and collects the fault that it throws. */
function collected(faults: BadInput[], read: () => void): void {
	try {
		read();
	} catch (error) {
		faults.push(faultOf(error));
	}
}

export const isComputed = (value: unknown): value is (reading: Reading) => unknown =>
	typeof value === 'function';

/** Whether a field is empty, or has no entry or column. A collection that is sent as a whole may be empty. */
export const isUnset = ({ property }: Field, raw: unknown): boolean => {
	if (isEmpty(raw) || !isObject(raw)) return isEmpty(raw);
	if (property.type === 'resourceMapper' && raw.mappingMode === 'defineBelow')
		return Object.values(raw.value ?? {}).every(isEmpty);
	if (property.type !== 'fixedCollection') return false;
	return Object.values(raw).every(isEmpty) || isUntouched(property, raw);
};

/** Whether the rows are only the empty first row, in which n8n filled in the defaults of the cells. */
const isUntouched = (property: INodeProperties, raw: Record<string, unknown>): boolean =>
	(property.options ?? []).some((list) => {
		if (!('values' in list) || !isSame(property.default, { [list.name]: [{}] })) return false;
		const [row, ...others] = [raw[list.name]].flat();
		const begins = (name: string, value: unknown) =>
			list.values.some((cell) => cell.name === name && isSame(cell.default, value));
		return (
			others.length === 0 &&
			Object.entries(row ?? {}).every(([name, value]) => isEmpty(value) || begins(name, value))
		);
	});

/** Whether a text inside the value has characters that Chatwoot answers with 400 or 500. */
function isBroken(value: unknown): boolean {
	if (typeof value === 'string') return value.includes('\0') || /\p{Cs}/u.test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some((entry) => entry.some(isBroken));
}
