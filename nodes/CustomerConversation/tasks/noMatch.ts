import { DateTime } from 'luxon';
import { accountInPath, listedIn, memberOf, whyUnseen } from '../../shared/tasks/empty';
import { KEYS, plain, sentConditions, type Call } from '../../shared/vocabulary';

/** Why a list of contacts or conversations is empty: facts that are true whenever they are shown. */

const PHONE_FORM =
	'Chatwoot stores phone numbers like +4915112345678: search for the digits after the country code, without spaces and the leading 0.';

/** Whether a text looks like a phone number, but not like those that Chatwoot stores. */
const isOtherPhone = (typed: string) =>
	/^[\d\s+()./-]*$/.test(typed) && /(\d\D*){5}/.test(typed) && !/^\+?[1-9]\d*$/.test(typed.trim());

/** For lists that search in phone numbers. */
export const whyNoPhone = ({ values }: Call): string =>
	isOtherPhone(String(values.q)) ? PHONE_FORM : '';

/** For the search of contacts. Names rarely contain digits. */
export function whyNoContact(call: Call): string {
	const typed = String(call.values.q).trim();
	const isIdentifier = /^(?=.*\p{L})(?=.*\d)[^\s@]+$/u.test(typed);
	return isIdentifier
		? 'The search distinguishes upper and lower case in identifiers: check the spelling.'
		: whyNoPhone(call);
}

/** Values that Chatwoot may consider equal have the same form. */
const comparable = (value: unknown) => plain(value).replace(/^[+0]+(?=.)/, '');

/** The first values of a list, for a sentence. */
const named = (values: unknown[]) =>
	values
		.slice(0, 3)
		.map((value) => (/^\d+$/.test(String(value)) ? String(value) : `"${String(value)}"`))
		.join(' or ') + (values.length > 3 ? ' or others' : '');

/** Lists of the records that fields and conditions refer to. */
const LISTS: Record<string, { noun: string; list: string; path?: string; key: string }> = {
	assignee_id: { noun: 'agent', list: 'agents', path: '', key: 'id' },
	team_id: { noun: 'team', list: 'teams', path: '', key: 'id' },
	inbox_id: { noun: 'inbox', list: 'inboxes', key: 'id' },
	labels: { noun: 'label', list: 'labels', key: 'title' },
};

/** Says that none of these records exists; '' if one does, or if that is unknown. */
async function whyMissing(call: Call, name: string, values: unknown[]): Promise<string> {
	if (!Object.hasOwn(LISTS, name) || values.length === 0) return '';
	const { noun, list, path, key } = LISTS[name];
	const rows = await listedIn(call, list, path);
	const known = rows?.map((row) => comparable(row[key])) ?? [];
	if (!rows || values.some((value) => known.includes(comparable(value)))) return '';
	const seen = name === 'inbox_id' ? ' that this token has access to' : '';
	return `Account ${accountInPath(call)[1]} has no ${noun} ${named(values)}${seen}.`;
}

/** For lists with labels. */
export const whyNoLabel = async (call: Call): Promise<string> =>
	await whyMissing(call, 'labels', (call.values.labels ?? []) as string[]);

/** Choices that only find what concerns the token's user. */
const PERSONAL: Record<string, string> = {
	me: 'Mine only finds conversations that are assigned to',
	mention: 'Mentions only finds conversations with a private note that mentions',
	participating: 'Participating only finds conversations with this participant:',
};

/** For lists of conversations. */
export async function whyNoConversation(call: Call): Promise<string[]> {
	const { assignee_type, conversation_type, inbox_id, q, status } = call.values;
	const reasons = [await whyNoLabel(call)];
	const personal = PERSONAL[String(conversation_type)] ?? PERSONAL[String(assignee_type)];
	if (personal) {
		const member = await memberOf(call);
		if (member) reasons.push(`${personal} ${member.name}, the token's user.`);
	}
	// Participants see their conversations in any inbox.
	if (conversation_type !== 'participating') reasons.push(await whyUnseen(call, inbox_id));
	if (q !== undefined)
		reasons.push(
			'Only the text of messages was searched. To find conversations by name, phone number, email or ID, use Search → Search Conversations.',
		);
	if (status === undefined && q === undefined)
		reasons.push('Only open conversations were searched. To find others, set Status.');
	return reasons;
}

interface Condition {
	attribute_key: string;
	filter_operator: string;
	values: unknown[];
	query_operator?: string | null;
	custom_attribute_type?: string;
}

/** The groups of conditions, one of which must match. AND is evaluated before OR. */
function alternatives(conditions: Condition[]): Condition[][] {
	const groups: Condition[][] = [[]];
	for (const condition of conditions) {
		groups.at(-1)?.push(condition);
		if (/^or$/i.test(String(condition.query_operator))) groups.push([]);
	}
	return groups.filter((group) => group.length);
}

/** The day of a date, if it is certainly the day in UTC. */
function dayOf(value: unknown): string | undefined {
	const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(T.*Z)?$/.exec(String(value)) ?? [];
	return day && `${year}-${month}-${day}`;
}

const OR = 'To find either, join the conditions with OR.';

/** Why no record can meet all conditions on one key; undefined if one can. */
function conflictOf(key: string, conditions: Condition[]): string | undefined {
	const valuesOf = (operator: string) =>
		conditions.flatMap(({ filter_operator, values }) =>
			filter_operator === operator ? [values] : [],
		);
	const equal = valuesOf('equal_to');
	if (valuesOf('is_not_present').length && (equal.length || valuesOf('is_present').length))
		return `${key} cannot have a value and no value at once. ${OR}`;
	const days = (operator: string) => valuesOf(operator).flatMap(([value]) => dayOf(value) ?? []);
	const [after, before] = [days('is_greater_than').sort().at(-1), days('is_less_than').sort()[0]];
	const today = DateTime.utc().toISODate();
	if (after && after >= today)
		return `${key} is_greater_than ${after} only finds later days, and today is ${today} (UTC).`;
	if (after && before && before <= String(DateTime.fromISO(after).plus({ days: 1 }).toISODate()))
		return `No day is after ${after} and before ${before}: ${key} leaves out both days.`;
	// A record has several labels; `all` is any status.
	if (key === 'labels' || equal.flat().includes('all')) return undefined;
	const [first, ...others] = equal;
	const other = others.find((values) => {
		const allowed = values.map(comparable);
		return !first.some((value) => allowed.includes(comparable(value)));
	});
	return other && `${key} cannot be ${named(first)} and ${named(other)} at once. ${OR}`;
}

const isOtherNumber = ({ attribute_key, filter_operator, values }: Condition) =>
	attribute_key === 'phone_number' &&
	filter_operator === 'contains' &&
	values.every((value) => isOtherPhone(String(value)));

/** Why no record can meet all conditions of a group; '' if one may. */
async function whyNever(call: Call, group: Condition[]): Promise<string> {
	if (group.some(isOtherNumber)) return PHONE_FORM;
	const byKey = new Map<string, Condition[]>();
	for (const condition of group)
		byKey.set(condition.attribute_key, [...(byKey.get(condition.attribute_key) ?? []), condition]);
	for (const [key, conditions] of byKey) {
		const conflict = conflictOf(key, conditions);
		if (conflict) return conflict;
	}
	for (const { attribute_key: key, filter_operator, values } of group) {
		const missing = filter_operator === 'equal_to' && (await whyMissing(call, key, values));
		if (missing) return missing;
	}
	return '';
}

/** For filters: why the conditions cannot match, or what the token's user cannot see. */
export const whyNoneMatches =
	(kind: 'contact' | 'conversation') =>
	async (call: Call): Promise<string[]> => {
		// Only Chatwoot knows the types of custom attributes.
		const isStandard = ({ attribute_key, custom_attribute_type }: Condition) =>
			Object.hasOwn(KEYS[kind], attribute_key) && !custom_attribute_type;
		const groups = alternatives(sentConditions(call, 'payload') as Condition[]);
		const reasons = await Promise.all(
			groups.map(async (group) => await whyNever(call, group.filter(isStandard))),
		);
		if (reasons.length && reasons.every(Boolean)) return [...new Set(reasons)];
		return kind === 'conversation' ? [await whyUnseen(call)] : [];
	};
