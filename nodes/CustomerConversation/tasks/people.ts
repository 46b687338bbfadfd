import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../../shared/faults';
import { differing } from '../../shared/tasks/differing';
import { recordOf } from '../../shared/steps';
import {
	choice,
	CONTACT_KEYS,
	CONTACTS,
	email,
	phone,
	text,
	title,
	type Call,
	type Choice,
	type Field,
	type Request,
} from '../../shared/vocabulary';

export const identifier = () =>
	text('identifier', { hint: 'ID of the contact in another system, unique in the account' });

/** A choice of the key by which a contact is known. @param mapField changes the field of each key */
export const contactKey = (
	name: string,
	mapField: (field: Field) => Field = (field) => field,
): Choice =>
	choice(name, {
		email: { name: 'Email', parts: [mapField(email('email'))] },
		identifier: { name: 'Identifier', parts: [mapField(identifier())] },
		phone_number: { name: 'Phone Number', parts: [mapField(phone('phone_number'))] },
	});

/** The query of a look-up: a fixed order, and contacts without their inboxes. */
export const SHORT = { sort: 'created_at', include_contact_inboxes: 'false' };

/** One condition of a look-up. */
export interface Condition {
	attribute_key: string;
	filter_operator: 'equal_to' | 'contains';
	values: unknown[];
	query_operator: 'OR' | null;
}

const condition = (
	attribute_key: string,
	filter_operator: Condition['filter_operator'],
	value: unknown,
): Condition => ({ attribute_key, filter_operator, values: [value], query_operator: null });

/** The service ignores the case of both. */
export const equalTo = (name: string, value: unknown) => condition(name, 'equal_to', value);

const comparable = (name: string, value: unknown) =>
	name === 'email' ? String(value).toLowerCase() : value;

/** Whether a contact has exactly this key; the case of an email does not matter. */
export const hasKey = (contact: IDataObject, name: string, value: unknown): boolean =>
	comparable(name, contact[name]) === comparable(name, value);

/** The keys among the fields of a contact. */
const keysIn = (fields: IDataObject) => CONTACT_KEYS.filter((name) => name in fields);

/** @throws BadInput if no field says which contact is meant */
export function checkKeys(fields: IDataObject): void {
	if (keysIn(fields).length === 0)
		throw new BadInput(
			`Set at least one of ${CONTACT_KEYS.map(title).join(', ')}: the contact is found by them`,
			CONTACT_KEYS,
		);
}

/** The contacts that match at least one of the conditions. */
async function contactsWith(
	{ list }: Call,
	path: string,
	conditions: Condition[],
): Promise<IDataObject[]> {
	const payload = conditions.map((one, index): Condition => ({
		...one,
		query_operator: index < conditions.length - 1 ? 'OR' : null,
	}));
	const lookup = { method: 'POST', path: `${path}/filter`, query: SHORT, body: { payload } };
	return await list({ ...lookup, reads: true }, CONTACTS);
}

/**
 * The contact that has the keys among these fields.
 * @throws ServiceError if the keys belong to different contacts
 */
function contactAmong(rows: IDataObject[], fields: IDataObject): IDataObject | undefined {
	const found = keysIn(fields).flatMap((name) => {
		const row = rows.find((contact) => hasKey(contact, name, fields[name]));
		return row ? [{ name, row }] : [];
	});
	const [first] = found;
	const other = found.find(({ row }) => row.id !== first.row.id);
	if (other)
		throw new ServiceError(
			`${title(first.name)} belongs to contact ${first.row.id as number}, but ${title(other.name)} to contact ${other.row.id as number}`,
			{
				status: 200,
				fields: [first.name, other.name],
				hint: 'Merge the two contacts, or remove one of the two fields.',
			},
		);
	return first?.row;
}

/**
 * Searches for the contacts that have the keys among these fields: with the account feature crm_v2,
 * lists and filters leave out contacts that are no leads: imported ones, and those without an email
 * and a phone number. Up to 4.10 the search does the same.
 * @param path of the account's contacts
 * @returns at most one for each key
 */
export async function contactsBySearch(
	{ list }: Call,
	path: string,
	fields: IDataObject,
): Promise<IDataObject[]> {
	const found = keysIn(fields).map(async (name) => {
		const isMatch = (contact: IDataObject) => hasKey(contact, name, fields[name]);
		const query = { ...SHORT, q: String(fields[name]) };
		const rows = await list({ method: 'GET', path: `${path}/search`, query }, CONTACTS, isMatch);
		return rows.filter(isMatch).slice(0, 1);
	});
	return (await Promise.all(found)).flat();
}

const HIDDEN =
	'Chatwoot does not show this contact: with the account feature crm_v2, releases up to 4.10 hide contacts that were imported, or have neither an email nor a phone number. Switch the feature off, or update Chatwoot.';

/**
 * Finds the contact, or creates it. If another call creates it in between, the service refuses the
 * second one, and the first one is found.
 * @param create the request to create it
 * @param mayCreate throws if none may be created
 */
export async function findOrCreate(
	call: Call,
	create: Request,
	mayCreate: () => void = () => {},
): Promise<{ action: 'found' | 'created'; contact: IDataObject }> {
	const { path, body = {} } = create;
	const conditions = keysIn(body).map((name) => equalTo(name, body[name]));
	const findContact = async () => contactAmong(await contactsWith(call, path, conditions), body);
	const known = await findContact();
	if (known) return { action: 'found', contact: known };
	mayCreate();
	// Safe to send again: the service refuses a second contact.
	const [outcome] = await Promise.allSettled([call.send({ ...create, again: true })]);
	if (outcome.status === 'fulfilled')
		return { action: 'created', contact: recordOf(outcome.value, 'payload.contact', true) };
	const { reason: error } = outcome as { reason: unknown };
	if (!(error instanceof ServiceError) || error.status !== 422) throw error;
	if (!error.fields.some((name) => CONTACT_KEYS.includes(name))) throw error;
	const other =
		(await findContact()) ?? contactAmong(await contactsBySearch(call, path, body), body);
	if (other) return { action: 'found', contact: other };
	error.hint = HIDDEN;
	throw error;
}

/** The fields whose values differ from those of the contact. */
export function changesOf(contact: IDataObject, fields: IDataObject): IDataObject {
	const attributes = contact.additional_attributes as IDataObject | undefined;
	return Object.fromEntries(
		Object.entries(differing(contact, fields)).filter(([name, value]) => {
			if (name !== 'avatar_url') return !hasKey(contact, name, value);
			return (
				createHash('sha256').update(String(value)).digest('hex') !== attributes?.avatar_url_hash
			);
		}),
	);
}

/** A key without what makes it different only for the service: case, blanks, a word before the number. */
function bare(name: string, value: unknown): string {
	const text = String(value ?? '').trim();
	return name === 'phone_number' ? text.replace(/^.*\D/s, '') : text.toLowerCase();
}

/**
 * Other contacts with the same keys in any spelling; `same` lists those keys.
 * @param path of the account's contacts
 */
export async function duplicatesOf(
	call: Call,
	path: string,
	contact: IDataObject,
): Promise<IDataObject[]> {
	const names = CONTACT_KEYS.filter((name) => bare(name, contact[name]));
	const conditions = names.flatMap((name) => {
		const value = bare(name, contact[name]);
		if (name === 'phone_number') return [condition(name, 'contains', value)];
		return (name === 'email' ? [value] : [value, ` ${value}`, `${value} `, ` ${value} `]).map(
			(one) => equalTo(name, one),
		);
	});
	if (conditions.length === 0) return [];
	const rows = await contactsWith(call, path, conditions);
	return rows.flatMap((row) => {
		const sharedKeys = names.filter((name) => bare(name, row[name]) === bare(name, contact[name]));
		return sharedKeys.length && row.id !== contact.id ? [{ ...row, same: sharedKeys }] : [];
	});
}
