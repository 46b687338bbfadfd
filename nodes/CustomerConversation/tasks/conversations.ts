import type { IDataObject } from 'n8n-workflow';
import { recordOf, type Step } from '../../shared/steps';
import { rowsOf } from '../../shared/transport/pages';
import { CONVERSATIONS, pick, type Call, type Request } from '../../shared/vocabulary';

/** How many conversations of a contact the service lists at most (25 since 4.18); no parameter changes it. */
const LISTED = 20;

export const ifResolved = () =>
	pick(
		'if_resolved',
		{ reopen: 'Reopen the Newest', create: 'Start a New One' },
		{
			label: 'If All Conversations Are Resolved',
			hint: 'If the token belongs to an agent (not an administrator), reopening also assigns the conversation to that agent',
		},
	);

const isLive = ({ status }: IDataObject) => status !== 'resolved';

const newest = (rows: IDataObject[]): IDataObject | undefined =>
	[...rows].sort((one, other) => Number(other.id) - Number(one.id))[0];

interface Link {
	/** The ID, email or phone number of the contact in the inbox. */
	source_id: string;
	inbox: { id: number; channel_type: string };
}

/** Whether the source ID never changes: in other channels it is the email or phone number. */
const isLasting = ({ inbox }: Link) =>
	!/::(Email|Sms|TwilioSms|Voice|Whatsapp)$/.test(inbox.channel_type);

/** Where the messages of a conversation go, if only an earlier conversation knows it. */
function addressIn(earlier: IDataObject | undefined, link: Link | undefined): IDataObject {
	const known = earlier?.additional_attributes;
	if (!known || !/::(Telegram|Tiktok)$/.test(String(link?.inbox.channel_type))) return {};
	return { additional_attributes: known };
}

/** The contact's links to an inbox, newest last. */
async function linksIn(
	{ send }: Call,
	account: string,
	contact: IDataObject,
	inboxId: unknown,
): Promise<Link[]> {
	const path = `${account}/contacts/${contact.id as number}`;
	const { contact_inboxes: links = [] } = Array.isArray(contact.contact_inboxes)
		? contact
		: recordOf(await send({ method: 'GET', path }), 'payload');
	return (links as unknown as Link[]).filter(({ inbox }) => inbox.id === inboxId);
}

/** The contact's conversations in an inbox: all, or enough to include one that is not resolved. */
async function conversationsIn(
	call: Call,
	account: string,
	contact: IDataObject,
	inboxId: unknown,
): Promise<IDataObject[]> {
	const path = `${account}/contacts/${contact.id as number}/conversations`;
	const listed = rowsOf(await call.send({ method: 'GET', path }));
	const found = listed.filter(({ inbox_id }) => inbox_id === inboxId);
	if (listed.length < LISTED || found.some(isLive)) return found;
	for (const { source_id } of await linksIn(call, account, contact, inboxId)) {
		const place = { inbox_id: inboxId, source_id, status: 'all', sort_by: 'created_at_desc' };
		const listRequest = {
			method: 'GET',
			path: `${account}/conversations`,
			query: place as IDataObject,
		};
		found.push(...(await call.list(listRequest, CONVERSATIONS, isLive)));
	}
	return found;
}

/** @param path of the account's conversations */
async function reopened(step: Step, { send }: Call, path: string, { id }: IDataObject) {
	const conversationPath = `${path}/${id as number}`;
	const reopening = {
		method: 'POST',
		path: `${conversationPath}/toggle_status`,
		body: { status: 'open' },
	};
	await step(
		'Reopening the conversation',
		async () => await send({ ...reopening, again: true }),
		() => `conversation ${id as number} was reopened`,
	);
	const conversation = await step(
		'Reading the conversation',
		async () => recordOf(await send({ method: 'GET', path: conversationPath })),
		() => 'the conversation was read',
	);
	return { action: 'reopened', conversation };
}

/**
 * The newest conversation of a contact in an inbox that is not resolved. If there is none, the newest
 * resolved one is reopened, or a new one started.
 * @param start the request that starts a new one
 * @param mayStart throws if none may be started; with the contact's links to the inbox
 */
export async function conversationFor(
	step: Step,
	call: Call,
	contact: IDataObject,
	start: Request,
	ifOnlyResolved: unknown,
	mayStart: (links: Link[]) => void = () => {},
): Promise<{ action: string; conversation: IDataObject }> {
	const account = start.path.replace(/\/conversations$/, '');
	const { inbox_id: inboxId } = start.body ?? {};
	const found = await step(
		'Reading the conversations',
		async () => await conversationsIn(call, account, contact, inboxId),
		() => 'the conversations were read',
	);
	const live = newest(found.filter(isLive));
	if (live) return { action: 'found', conversation: live };
	const resolved = newest(found);
	if (resolved && ifOnlyResolved === 'reopen')
		return await reopened(step, call, start.path, resolved);
	const conversation = await step(
		'Starting a conversation',
		async () => {
			// Without a source ID, the service creates another link for each conversation.
			const links = await linksIn(call, account, contact, inboxId);
			mayStart(links);
			const link = links.filter(isLasting).at(-1);
			const body = {
				...start.body,
				...addressIn(resolved, link),
				contact_id: contact.id,
				source_id: link?.source_id,
			};
			return recordOf(await call.send({ ...start, body, again: false }), '', true);
		},
		({ id }) => `conversation ${id as number} was started`,
	);
	// An inbox that is locked to a single conversation returns that one, still resolved.
	if (!found.some(({ id }) => id === conversation.id)) return { action: 'created', conversation };
	return isLive(conversation)
		? { action: 'found', conversation }
		: await reopened(step, call, start.path, conversation);
}
