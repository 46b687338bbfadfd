import type { IDataObject } from 'n8n-workflow';
import type { Outgoing } from '../../shared/channels/plan';
import { ServiceError } from '../../shared/faults';
import { entriesIn, isAddress } from '../../shared/formats/addresses';
import { unlessForbidden } from '../../shared/steps';
import { at } from '../../shared/values';
import { byId, records, type Call } from '../../shared/vocabulary';
import { accountPathOf, type Destination } from './destination';

/** Addresses an email to everybody who got the customer's newest one, as "Reply all" of an email program. */

const refusal = (message: string) =>
	new ServiceError(message, { status: 200, fields: ['reply_to_all'] });

export const noEmail = (): ServiceError =>
	refusal('Reply to All needs an email from the contact, but there is none');

const sendersOf = (message: unknown) => at(message, 'content_attributes.email.from');

const isEmail = (message: unknown): boolean =>
	at(message, 'message_type') === 0 && Array.isArray(sendersOf(message));

/** The newest email that came in. */
async function newestEmail(
	call: Call,
	{ path, conversation }: Destination,
): Promise<IDataObject | undefined> {
	const last = conversation?.last_non_activity_message;
	if (isEmail(last)) return last as IDataObject;
	const request = { method: 'GET', path: `${path}/messages` };
	const rows = await unlessForbidden(
		call.list(request, records('payload', byId('older', 20)), isEmail),
	);
	if (!rows) throw refusal('Reply to All needs messages that the token may read');
	return rows.findLast(isEmail);
}

const comparable = (address: string) => address.toLowerCase();

/** The address that Chatwoot gives a conversation for replies. */
const OF_CONVERSATION = /^reply\+[\da-f-]{36}@/;

/** Whether an email to this address comes back to Chatwoot. */
async function ownAddresses(call: Call): Promise<(address: string) => boolean> {
	const listed = await call.getOnce(`${accountPathOf(call)}/inboxes`);
	const inboxes = at(listed, 'payload') as IDataObject[];
	const all = inboxes.flatMap(({ email, forward_to_email }) =>
		[email, forward_to_email].map((one) => comparable(String(one ?? ''))),
	);
	return (address) =>
		all.includes(comparable(address)) || OF_CONVERSATION.test(comparable(address));
}

const listIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/**
 * A message with the recipients of a reply to all: To is the sender of the newest email that came in, CC has its
 * other recipients and the addresses that were set in the field.
 * @throws ServiceError if there is no email to reply to
 */
export async function repliedToAll(call: Call, wish: Outgoing, to: Destination): Promise<Outgoing> {
	const { reply_to_all: isToAll, ...body } = wish.body;
	if (!isToAll) return wish;
	if (!to.channel)
		throw refusal('Reply to All needs an email conversation that the token may read');
	// Refused with the other fields of emails.
	if (!to.channel.email) return wish;
	const email = await newestEmail(call, to);
	if (!email) throw noEmail();
	const isOwn = await ownAddresses(call);
	const known = new Set<string>();
	const others = (addresses: string[]) =>
		addresses.filter((address) => {
			const isNew = !isOwn(address) && !known.has(comparable(address));
			known.add(comparable(address));
			return isNew;
		});
	const senders = others(listIn(sendersOf(email)));
	if (senders.length === 0)
		throw refusal('The newest email was sent by an inbox: Reply to All would send it there again');
	const recipients = ['to', 'cc'].flatMap((key) =>
		listIn(at(email, `content_attributes.email.${key}`)),
	);
	const copies = others([...recipients, ...entriesIn(String(body.cc_emails ?? ''))]);
	const wrong = copies.filter((address) => !isAddress(address));
	if (wrong.length)
		call.host.hint(
			`Reply to All left out ${wrong.join(', ')}: Chatwoot does not accept it as an email address.`,
		);
	return {
		...wish,
		body: {
			...body,
			to_emails: senders.join(', '),
			cc_emails: copies.filter(isAddress).join(', '),
		},
	};
}
