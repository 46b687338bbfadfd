import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import { escaped } from '../../shared/formats/html';
import { variablesIn, withVariables } from '../../shared/formats/liquid';
import { unlessForbidden } from '../../shared/steps';
import { at, isObject, isScalar } from '../../shared/values';
import type { Call } from '../../shared/vocabulary';
import { accountPathOf, inboxWithId, type Destination } from './destination';

/** Fills in the Liquid variables of an email's HTML: Chatwoot only does so in texts. */

/** As Ruby's `capitalize`, which Chatwoot applies to names. */
function capitalized(word: string): string {
	const [first = '', ...others] = word;
	return first.toUpperCase() + others.join('').toLowerCase();
}

/** What Chatwoot tells of a contact or an agent. */
function person(record: IDataObject): IDataObject {
	const words = String(record.name ?? '')
		.split(/\s+/)
		.filter(Boolean)
		.map(capitalized);
	return {
		...record,
		name: words.join(' '),
		first_name: words[0],
		last_name: words.length > 1 ? words.at(-1) : undefined,
		custom_attribute: record.custom_attributes,
	};
}

/** Reads the records whose values are filled in, by the first word of a variable. */
const RECORDS: Record<string, (call: Call, talk: IDataObject) => Promise<unknown>> = {
	contact: async (_, talk) => {
		const contact = at(talk, 'meta.sender');
		return await Promise.resolve(isObject(contact) ? person(contact as IDataObject) : undefined);
	},
	conversation: async (_, { id, custom_attributes, meta }) => {
		const name = at(meta, 'sender.name') ?? 'Customer';
		return await Promise.resolve({
			id,
			display_id: id,
			contact_name: capitalized(String(name)),
			custom_attribute: custom_attributes,
		});
	},
	// A bot has other names than the token's user.
	agent: async ({ values, getOnce }) => {
		if (values.agent_bot_id) return undefined;
		const user = await unlessForbidden(getOnce('/api/v1/profile'));
		return isObject(user) ? person(user as IDataObject) : undefined;
	},
	inbox: async (call, { inbox_id }) => await unlessForbidden(inboxWithId(call, inbox_id)),
	account: async (call) => await unlessForbidden(call.getOnce(accountPathOf(call))),
};

/** Why a variable cannot be filled in; '' if it can. */
function problemOf({ values }: Call, path: string, record: unknown): string {
	const [name] = path.split('.');
	if (record === undefined && name === 'agent')
		return values.agent_bot_id ? 'a bot sends the email' : 'the token may not read its user';
	if (record === undefined) return `the token may not read the ${name}`;
	return isScalar(at(record, path) ?? '') ? '' : 'it is not a single value';
}

/**
 * The HTML with its variables filled in.
 * @throws ServiceError if a value cannot be read
 */
export async function filledHtml(
	call: Call,
	html: string,
	{ conversation }: Destination,
): Promise<string> {
	const records: IDataObject = {};
	for (const path of variablesIn(html)) {
		const [name] = path.split('.');
		records[name] ??= conversation && ((await RECORDS[name](call, conversation)) as IDataObject);
		const problem = problemOf(call, path, records[name] && records);
		if (problem)
			throw new ServiceError(
				`Email HTML contains {{${path}}}, which cannot be filled in: ${problem}. Use an expression instead`,
				{ status: 200, fields: ['email_html_content'] },
			);
	}
	return withVariables(html, (path) => escaped(String(at(records, path) ?? '')));
}
