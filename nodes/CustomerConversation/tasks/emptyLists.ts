import type { IDataObject } from 'n8n-workflow';
import { unlessRefused } from '../../shared/steps';
import { roleIn } from '../../shared/transport/access';
import { at } from '../../shared/values';
import type { Call } from '../../shared/vocabulary';
import { unlisted } from './labels';

/** Why a list is empty, in sentences; '' if no reason is known. */
type Reason = (call: Call) => string | Promise<string>;

/** For `empty`: all reasons that hold. */
export const reasons =
	(...all: Reason[]) =>
	async (call: Call): Promise<string> => {
		const found = await Promise.all(all.map(async (reason) => await reason(call)));
		return found.filter(Boolean).join(' ');
	};

/** The titles that conditions on labels ask for. */
const titlesIn = (conditions: unknown): string[] =>
	(Array.isArray(conditions) ? (conditions as IDataObject[]) : [])
		.filter((row) => row.attribute_key === 'labels' && row.filter_operator === 'equal_to')
		.flatMap(({ values }) => (values as unknown[]).map(String));

/** Labels that the list is limited to, but that the account does not have. */
export const unlistedLabel: Reason = async (call) => {
	const { query, body } = call.request;
	const titles = [...((query?.labels ?? []) as string[]), ...titlesIn(body?.payload)];
	return await unlisted(call, titles);
};

/** Without a status Chatwoot returns open conversations only. */
export const onlyOpen: Reason = ({ request: { query = {} } }) =>
	query.status === undefined && query.q === undefined
		? 'Only open conversations were searched. Set Status to All to include the others.'
		: '';

/** An agent's token does not return the conversations of other inboxes. */
export const otherInboxes: Reason = async ({ values, getOnce }) => {
	const profile = await unlessRefused(getOnce('/api/v1/profile'));
	const accounts = (at(profile, 'accounts') ?? []) as IDataObject[];
	const membership = accounts.find(({ id }) => id === values.account_id);
	if (!membership || membership.role === 'administrator') return '';
	const name = String(at(profile, 'name'));
	return `The token belongs to ${name}, ${roleIn(membership)}: conversations in inboxes without this agent are not returned.`;
};

/** How contacts are found by text. */
export const searchedFields: Reason = ({ request: { query = {} } }) =>
	/^\+?[\d\s()./-]*\d[\s()./-]+[\d\s()./-]*$/.test(String(query.q).trim())
		? 'Phone numbers are stored without spaces and signs: search for +4930123456, or for a part of it.'
		: 'Contacts without an email, phone number and identifier are never found, and identifiers only in their exact case.';
