import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { unlessRefused } from '../steps';
import { isObject } from '../values';
import type { Call } from '../vocabulary/call';
import type { SetField } from './parameters';

const NUMBERS = ['number', 'currency', 'percent'];

/** What the value of an attribute should be; undefined if it fits. Chatwoot stores any value. */
function shouldBe(definition: IDataObject, value: unknown): string | undefined {
	const { attribute_display_type: type, attribute_values: choices } = definition;
	if (value === null || value === '') return undefined;
	if (type === 'list' && Array.isArray(choices) && !(choices as unknown[]).includes(value))
		return `one of ${choices.slice(0, 3).join(', ')}${choices.length > 3 ? ' …' : ''}`;
	if (type === 'date' && !(typeof value === 'string' && DateTime.fromISO(value).isValid))
		return 'a date such as 2026-11-24';
	if (NUMBERS.includes(String(type)) && typeof value !== 'number') return 'a number';
	if (type === 'checkbox' && typeof value !== 'boolean') return 'true or false';
	return undefined;
}

/**
 * Hints for custom attributes in JSON that the account does not have, or whose values its attributes do not
 * allow: Chatwoot stores them, and its dashboard does not show them as such.
 * @param account id
 */
export async function hintAttributes(
	setFields: SetField[],
	{ getOnce, host }: Pick<Call, 'getOnce'> & { host: Pick<Call['host'], 'hint'> },
	account: unknown,
): Promise<void> {
	for (const { field, value } of setFields) {
		const { attributes } = field;
		if (!attributes || !isObject(value) || Object.keys(value).length === 0) continue;
		const path = attributes.list.replace('{account_id}', String(account));
		const definitions = await unlessRefused(getOnce(path));
		if (!Array.isArray(definitions)) continue;
		const [, owner] = /=(\w+)_attribute$/.exec(path) ?? [];
		const noun = `${owner} attribute`;
		for (const [key, entry] of Object.entries(value)) {
			const definition = definitions.find((row: IDataObject) => row.attribute_key === key) as
				IDataObject | undefined;
			const rule = definition && shouldBe(definition, entry);
			if (!definition)
				host.hint(
					`Account ${String(account)} has no ${noun} "${key}". Chatwoot stores it, but its dashboard does not show it.`,
				);
			else if (rule)
				host.hint(
					`The ${noun} "${key}" should be ${rule}, not ${JSON.stringify(entry).slice(0, 40)}. Chatwoot stores it nevertheless.`,
				);
		}
	}
}
