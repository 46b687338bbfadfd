import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../../shared/faults';
import { formsOf } from '../../shared/formats/phone';
import { differing } from '../../shared/tasks/differing';
import { isOff } from '../../shared/tasks/features';
import { recordOf } from '../../shared/steps';
import {
	choice,
	CONTACT_KEYS,
	CONTACTS,
	email,
	phone,
	sentConditions,
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

/** Conditions of which one must match. */
const joined = (conditions: Condition[]): Condition[] =>
	conditions.map((one, index) => ({
		...one,
		query_operator: index < conditions.length - 1 ? 'OR' : null,
	}));

/** The values that mean the same person: both forms of a phone number. */
const meaning = (name: string, value: unknown): unknown[] =>
	name === 'phone_number' ? formsOf(String(value)) : [value];

/** The conditions that find a key. */
export const conditionsOf = (name: string, value: unknown): Condition[] =>
	joined(meaning(name, value).map((one) => condition(name, 'equal_to', one)));

const comparable = (name: string, value: unknown) =>
	name === 'email' ? String(value).toLowerCase() : value;

/** Whether a contact has this key; the case of an email and the form of a phone number do not matter. */
export const hasKey = (contact: IDataObject, name: string, value: unknown): boolean =>
	meaning(name, value).some((one) => comparable(name, contact[name]) === comparable(name, one));

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
export async function contactsWith(
	{ list }: Call,
	path: string,
	conditions: Condition[],
): Promise<IDataObject[]> {
	const body = { payload: joined(conditions) };
	const lookup = { method: 'POST', path: `${path}/filter`, query: SHORT, body };
	return await list({ ...lookup, reads: true }, CONTACTS);
}

/**
 * The only contact that has this key.
 * @throws ServiceError if two contacts have the two forms of a phone number
 */
export function contactWith(
	rows: IDataObject[],
	name: string,
	value: unknown,
): IDataObject | undefined {
	const matches = rows.filter((contact) => hasKey(contact, name, value));
	const [first] = matches;
	const form = (contact: IDataObject) => comparable(name, contact[name]);
	const other = matches.find((contact) => form(contact) !== form(first));
	if (!other) return first;
	const shown = (contact: IDataObject) =>
		`contact ${contact.id as number} has ${contact[name] as string}`;
	throw new ServiceError(
		`Two contacts have a form of the ${title(name).toLowerCase()} ${String(value)}: ${shown(first)}, ${shown(other)}`,
		{
			status: 200,
			fields: [name],
			hint: 'Both numbers mean the same person. Merge the two contacts, or use the ID of the one that is meant.',
		},
	);
}

/**
 * The contact that has the keys among these fields.
 * @throws ServiceError if the keys belong to different contacts
 */
function contactAmong(rows: IDataObject[], fields: IDataObject): IDataObject | undefined {
	let first: { name: string; row: IDataObject } | undefined;
	for (const name of keysIn(fields)) {
		const known = first?.row;
		// If two contacts have forms of the phone number, another key decides between them.
		if (known && hasKey(known, name, fields[name])) continue;
		const row = contactWith(rows, name, fields[name]);
		if (!row) continue;
		if (first)
			throw new ServiceError(
				`${title(first.name)} belongs to contact ${first.row.id as number}, but ${title(name)} to contact ${row.id as number}`,
				{
					status: 200,
					fields: [first.name, name],
					hint: 'Merge the two contacts, or remove one of the two fields.',
				},
			);
		first = { name, row };
	}
	return first?.row;
}

/**
 * Searches for the contacts that have the keys among these fields: with the account feature crm_v2,
 * lists and filters leave out contacts that are no leads: imported ones, and those without an email
 * and a phone number. Up to 4.10 the search does the same.
 * @param path of the account's contacts
 * @returns at most one for each key, or for each form of a phone number
 */
export async function contactsBySearch(
	{ list }: Call,
	path: string,
	fields: IDataObject,
): Promise<IDataObject[]> {
	const keys = keysIn(fields).flatMap((name) =>
		meaning(name, fields[name]).map((value) => ({ name, value })),
	);
	const found = keys.map(async ({ name, value }) => {
		const isMatch = (contact: IDataObject) =>
			comparable(name, contact[name]) === comparable(name, value);
		const query = { ...SHORT, q: String(value) };
		const rows = await list({ method: 'GET', path: `${path}/search`, query }, CONTACTS, isMatch);
		return rows.filter(isMatch).slice(0, 1);
	});
	return (await Promise.all(found)).flat();
}

const HIDDEN =
	'Chatwoot does not show this contact: with the account feature crm_v2, releases up to 4.10 hide contacts that were imported, or have neither an email nor a phone number. Switch the feature off, or update Chatwoot.';

/** For `run` of a filter: says which contacts have another form of a phone number than the one that was asked for. */
export const sayingForms =
	(run: (call: Call) => Promise<IDataObject[]>) =>
	async (call: Call): Promise<IDataObject[]> => {
		const rows = await run(call);
		const conditions = sentConditions(call, 'payload') as Condition[];
		for (const { attribute_key: key, filter_operator: operator, values } of conditions)
			if (key === 'phone_number' && operator === 'contains')
				for (const row of rows) withMatch(call, row, { phone_number: values[0] as string });
		return rows;
	};

/**
 * A contact that lists may hide, and that has the other form of the phone number: the service would not
 * refuse a second contact.
 */
async function hiddenForm(
	call: Call,
	{ phone_number: number }: IDataObject,
	search: () => Promise<IDataObject | undefined>,
): Promise<IDataObject | undefined> {
	const hasTwoForms = number !== undefined && formsOf(String(number)).length > 1;
	return hasTwoForms && !(await isOff(call, 'crm_v2')) ? await search() : undefined;
}

/** Shape of what only an item has whose contact was found by the other form of its phone number. */
export const MATCHED = { matched_phone_number: 'matched_phone_number?' };

/** The contact; if it has the other form of the phone number, with `matched_phone_number`, and a hint. */
export function withMatch(
	{ host }: Call,
	contact: IDataObject,
	{ phone_number: wanted }: IDataObject,
): IDataObject {
	const stored = contact.phone_number as string;
	if (wanted === undefined || stored === wanted || !hasKey(contact, 'phone_number', wanted))
		return contact;
	host.hint(
		`Contact ${contact.id as number} has ${stored}, the other form of ${wanted as string}. Its phone number was not changed.`,
	);
	return { ...contact, matched_phone_number: stored };
}

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
	const conditions = keysIn(body).flatMap((name) => conditionsOf(name, body[name]));
	const findContact = async () => contactAmong(await contactsWith(call, path, conditions), body);
	const searchContact = async () => contactAmong(await contactsBySearch(call, path, body), body);
	const found = (contact: IDataObject) => ({
		action: 'found' as const,
		contact: withMatch(call, contact, body),
	});
	const known = (await findContact()) ?? (await hiddenForm(call, body, searchContact));
	if (known) return found(known);
	mayCreate();
	// Safe to send again: the service refuses a second contact.
	const [outcome] = await Promise.allSettled([call.send({ ...create, again: true })]);
	if (outcome.status === 'fulfilled')
		return { action: 'created', contact: recordOf(outcome.value, 'payload.contact', true) };
	const { reason: error } = outcome as { reason: unknown };
	if (!(error instanceof ServiceError) || error.status !== 422) throw error;
	if (!error.fields.some((name) => CONTACT_KEYS.includes(name))) throw error;
	const other = (await findContact()) ?? (await searchContact());
	if (other) return found(other);
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
			(one) => condition(name, 'equal_to', one),
		);
	});
	if (conditions.length === 0) return [];
	const rows = await contactsWith(call, path, conditions);
	return rows.flatMap((row) => {
		const sharedKeys = names.filter((name) => bare(name, row[name]) === bare(name, contact[name]));
		return sharedKeys.length && row.id !== contact.id ? [{ ...row, same: sharedKeys }] : [];
	});
}
