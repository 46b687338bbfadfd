import type { IDataObject } from 'n8n-workflow';
import { mask } from '../../../../shared/transport/secrets';
import { at, isObject } from '../../../../shared/values';
import { asIs, type Shape } from '../../../../shared/vocabulary';

const DONE: Record<string, string> = {
	create: 'created',
	update: 'updated',
	destroy: 'deleted',
	sign_in: 'signed in',
	sign_out: 'signed out',
};

/** `AutomationRule` → Automation Rule. */
export const spaced = (type: unknown) => String(type).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const changesOf = ({ audited_changes }: IDataObject): IDataObject =>
	// Masked here, because the rows made from them lose the keys that mark a value as secret.
	isObject(audited_changes) ? (mask(audited_changes) as IDataObject) : {};

/** Who did what to which record: `ada@acme.example updated Team 6 (support): name`. */
function summaryOf(entry: IDataObject): string {
	const { username, action, auditable_type, auditable_id } = entry;
	const changes = changesOf(entry);
	// Only the changes have the name of a deleted record; those of an update have the old and the new name.
	const name = at(entry, 'auditable.name') ?? [changes.name].flat().at(-1);
	const which = `${spaced(auditable_type)} ${String(auditable_id)}${name ? ` (${String(name)})` : ''}`;
	const changedFields = action === 'update' ? `: ${Object.keys(changes).join(', ')}` : '';
	return `${String(username ?? 'Chatwoot')} ${DONE[String(action)] ?? String(action)} ${which}${changedFields}`;
}

/** An entry in words, with a row per value. The service gives old and new value for an update, otherwise only the value. */
export function inWords(entry: IDataObject): IDataObject {
	const changes = Object.entries(changesOf(entry)).map(([field, value]) => {
		if (entry.action === 'update' && Array.isArray(value))
			return { field, from: value[0] ?? null, to: value[1] ?? null };
		return entry.action === 'destroy'
			? { field, from: value, to: null }
			: { field, from: null, to: value };
	});
	return { ...entry, summary: summaryOf(entry), changes: changes as IDataObject[] };
}

export const ENTRY: Shape = {
	...asIs('id', 'summary', 'action'),
	record_type: 'auditable_type',
	record_id: 'auditable_id',
	user_id: 'user_id',
	user_email: 'username',
	changes: ['changes', asIs('field', 'from', 'to')],
	...asIs('remote_address', 'created_at'),
};
