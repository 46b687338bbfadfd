import type { IDataObject } from 'n8n-workflow';
import { at } from '../values';
import type { Call } from '../vocabulary';
import { unlessRefused } from '../steps';

/** For the `empty` of lists: what is certain about a result without rows. */

/** `/api/v1/accounts/1` of a call, and its ID. */
export const accountInPath = ({ request }: Pick<Call, 'request'>): [path: string, id: string] => {
	const [path, id] = /^\/api\/v1\/accounts\/([^/]+)/.exec(request.path) ?? ['', ''];
	return [path, id];
};

/**
 * The rows of another list of the account; undefined if the token cannot read them. The list is read once.
 * @param path of the rows in the reply
 */
export async function listedIn(
	call: Call,
	list: string,
	path = 'payload',
): Promise<IDataObject[] | undefined> {
	const rows = at(await unlessRefused(call.getOnce(`${accountInPath(call)[0]}/${list}`)), path);
	return Array.isArray(rows) ? (rows as IDataObject[]) : undefined;
}

interface Member extends IDataObject {
	name: string;
	role: string;
}

/** The token's user, with the role in the account; undefined if there is none. */
export async function memberOf(call: Call): Promise<Member | undefined> {
	const profile = await unlessRefused(call.getOnce('/api/v1/profile'));
	const accounts = at(profile, 'accounts');
	if (!Array.isArray(accounts)) return undefined;
	const [, account] = accountInPath(call);
	const found = (accounts as IDataObject[]).find(({ id }) => String(id) === account);
	return found && ({ ...found, name: String(at(profile, 'name')) } as Member);
}

/** Maximum number of inboxes that are named. */
const MOST = 3;

/**
 * Says which inboxes the token's user is limited to.
 * @param inbox ID of the only inbox that was searched
 * @returns '' for an administrator, and for an agent who sees the whole inbox
 */
export async function whyUnseen(call: Call, inbox?: unknown): Promise<string> {
	const member = await memberOf(call);
	if (!member) return '';
	const isAdministrator = member.role === 'administrator';
	if (isAdministrator && inbox === undefined) return '';
	const inboxes = await listedIn(call, 'inboxes');
	if (!inboxes) return '';
	if (inbox !== undefined) {
		if (!inboxes.some(({ id }) => String(id) === String(inbox)))
			return `Account ${accountInPath(call)[1]} has no inbox ${String(inbox)} that this token has access to.`;
		if (isAdministrator || !member.custom_role) return '';
	}
	const who = `${member.name}, the token's user,`;
	if (inboxes.length === 0)
		return `${who} is in no inbox. Agents only see their inboxes, and the conversations in them.`;
	const names = inboxes.map(({ name }) => String(name)).join(', ');
	const seen = inboxes.length > MOST ? `${inboxes.length} inboxes` : `these inboxes: ${names}`;
	const role = member.custom_role ? ' with a custom role, which may hide more,' : '';
	return `${who} is an agent${role} and only sees conversations in ${seen}.`;
}

/** Says that a period has not begun. */
export const whyNotYet = ({ values }: Call): string =>
	Number(values.since) * 1000 > Date.now() ? 'The period begins in the future.' : '';
