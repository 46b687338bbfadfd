import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../../../../shared/transport/pages';
import { at, isObject } from '../../../../shared/values';
import {
	type AttributeOwner,
	assigneeTypeOf,
	lastMessageValues,
	picks,
	type Call,
} from '../../../../shared/vocabulary';

/** A value of a row. Every row has every column, with null for no value. */
type Cell = string | number | boolean | null;

export const cell = (record: unknown, path: string): Cell => {
	const value = at(record, path);
	return value === undefined || value === '' ? null : (value as Cell);
};

/** Attributes can have any keys: as one JSON text, the columns stay the same. */
export const jsonCell = (value: unknown): Cell =>
	isObject(value) && Object.keys(value).length ? JSON.stringify(value) : null;

/** Keys of the account's custom attributes of contacts or conversations, the oldest first. Read once. */
export async function attributeKeys(call: Call, model: AttributeOwner): Promise<string[]> {
	const path = `${apiOf(call)}/custom_attribute_definitions?attribute_model=${model}`;
	const definitions = rowsOf(await call.getOnce(path), '');
	const byId = [...definitions].sort((one, other) => Number(one.id) - Number(other.id));
	return byId.map(({ attribute_key: key }) => String(key));
}

/**
 * A row with a column for each custom attribute of the account, behind all others. A key that is the name of
 * another column gets the form `custom_attributes_city`. The column `custom_attributes` has what a record has
 * in addition, as JSON.
 * @param record has the attributes
 */
export function rowWithAttributes(
	{ custom_attributes: values }: IDataObject,
	keys: string[],
	row: IDataObject,
): IDataObject {
	const others = { ...(values as IDataObject) };
	const cells = new Map<string, unknown>(Object.entries(row));
	for (const key of keys) {
		// A dot in a column would be a path for other nodes.
		let column = key.replaceAll('.', '_');
		while (cells.has(column) || column === 'custom_attributes')
			column = `custom_attributes_${column}`;
		const value = Object.hasOwn(others, key) ? others[key] : undefined;
		cells.set(
			column,
			isObject(value) || Array.isArray(value) ? JSON.stringify(value) : cell(value, ''),
		);
		delete others[key];
	}
	cells.set('custom_attributes', jsonCell(others));
	return Object.fromEntries(cells) as IDataObject;
}

export const statuses = () =>
	picks(
		'status',
		{ open: 'Open', pending: 'Pending', resolved: 'Resolved', snoozed: 'Snoozed' },
		{ hint: 'Only conversations that currently have one of these statuses' },
	);

/** Path of the account, the same in the API and in the dashboard. */
const accountOf = ({ request }: Call) => /\/accounts\/\d+/.exec(request.path)?.[0] ?? '';

export const apiOf = (call: Call) => `/api/v1${accountOf(call)}`;

/** Where the URLs of the account's records in the dashboard begin. */
export const dashboardOf = (call: Call) => `${call.host.baseUrl}/app${accountOf(call)}`;

/** The names of the inboxes by ID; conversations only have the ID. */
export async function inboxNames(call: Call): Promise<Map<unknown, unknown>> {
	const inboxes = rowsOf(await call.getOnce(`${apiOf(call)}/inboxes`));
	return new Map(inboxes.map(({ id, name }) => [id, name]));
}

export const contactCells = (contact: unknown) => ({
	contact_id: cell(contact, 'id'),
	contact_name: cell(contact, 'name'),
	contact_email: cell(contact, 'email'),
	contact_phone: cell(contact, 'phone_number'),
	contact_identifier: cell(contact, 'identifier'),
});

/** The inbox of a conversation. @param conversation undefined if it was deleted */
export const inboxCells = (
	conversation: IDataObject | undefined,
	names: Map<unknown, unknown>,
) => ({
	inbox_id: cell(conversation, 'inbox_id'),
	inbox_name: cell(names.get(conversation?.inbox_id), ''),
	channel: cell(conversation, 'meta.channel'),
});

/** The last message of a conversation. @param time writes a time in the chosen zone */
export function lastMessageCells(
	conversation: IDataObject,
	time: (moment: unknown) => string | null,
): Record<string, Cell> {
	const { last_message_at, ...values } = lastMessageValues(conversation);
	return {
		last_message: cell(values, 'last_message'),
		last_message_by: cell(values, 'last_message_by'),
		last_message_at: time(last_message_at),
	};
}

export const assigneeCells = (conversation: IDataObject) => ({
	assignee_id: cell(conversation, 'meta.assignee.id'),
	assignee_name: cell(conversation, 'meta.assignee.name'),
	assignee_type: at(conversation, 'meta.assignee.id')
		? assigneeTypeOf(at(conversation, 'meta.assignee_type'))
		: null,
});

export const teamCells = (conversation: IDataObject | undefined) => ({
	team_id: cell(conversation, 'meta.team.id'),
	team_name: cell(conversation, 'meta.team.name'),
	labels: labelCell(conversation?.labels),
});

export const labelCell = (titles: unknown): Cell =>
	Array.isArray(titles) && titles.length ? titles.join(', ') : null;
