import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../../../../shared/values';
import { own, type Shape } from '../../../../shared/vocabulary';

const DONE: Record<string, string> = {
	create: 'created',
	update: 'updated',
	destroy: 'deleted',
	sign_in: 'signed in',
	sign_out: 'signed out',
};

/** `AutomationRule` → Automation Rule. */
const spaced = (type: unknown) => String(type).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Who did what to which record: `ada@acme.example updated Team 6 (support): name`. */
export function summaryOf(entry: IDataObject): string {
	const { username, action, auditable_type, auditable_id, audited_changes } = entry;
	const changes = isObject(audited_changes) ? audited_changes : {};
	// Of what is gone only the changes know the name; an update has the old one and the new one there.
	const name = at(entry, 'auditable.name') ?? [changes.name].flat().at(-1);
	const which = `${spaced(auditable_type)} ${String(auditable_id)}${name ? ` (${String(name)})` : ''}`;
	const what = action === 'update' ? `: ${Object.keys(changes).join(', ')}` : '';
	return `${String(username ?? 'The service')} ${DONE[String(action)] ?? String(action)} ${which}${what}`;
}

export const ENTRY: Shape = {
	...own('id', 'summary', 'action'),
	record_type: 'auditable_type',
	record_id: 'auditable_id',
	user_id: 'user_id',
	user_email: 'username',
	changes: 'audited_changes',
	...own('remote_address', 'created_at'),
};
