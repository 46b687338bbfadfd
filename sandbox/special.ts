/** The operations that need more than the actions that `collections.ts` has for all records. */
import { randomUUID } from 'node:crypto';
import { catalogue, recording, type CatalogueEntry as Operation } from '../truth/recordings';
import { notFound, ok, reply, type Call, type Collections } from './collections';
import { messageTypes } from './deliveries';
import type { Answer } from './replays';
import { iso, isRow, over, pick, sorted, whole, type Row, type Rows } from './rows';
import { author, link, metaOf, recorded } from './state';

/** Functions that run an operation, by `surface.resource.action`, or by `surface.resource` for all its actions. */
export function specialOperations(
	rows: Rows,
	{ byId, listed, nextId, ownedBy, run, show, shown, touch, view }: Collections,
	execute: (macro: Row, conversationIds: unknown) => void,
): Record<string, (call: Call) => Answer | undefined> {
	const conversations = rows['account.conversation'];
	const users = rows['platform.user'];

	/** Returns or sets the labels of a contact or a conversation. */
	function labels({ action, operation, record, body }: Call): Answer {
		if (action === 'set') record.labels = [body.labels ?? []].flat().map(String);
		return reply(operation, record.labels ?? []);
	}

	/**
	 * The author of a message that is not from a customer: the bot in the body, or who sent the request. Of a
	 * message from the channel's own app Chatwoot knows none.
	 */
	function staffOf({ body, by }: Call): Row | null | undefined {
		if ((body.content_attributes as Row | undefined)?.external_echo) return null;
		if (body.sender_type !== 'AgentBot') return by;
		return author(byId('agent_bot', body.sender_id)!, 'agent_bot');
	}

	/** The files of a request, as their message returns them. */
	function attachmentsOf({ attachments }: Row): Row[] {
		const files = [attachments ?? []].flat().filter((one) => one instanceof File);
		return files.map(({ name, type, size }) => ({
			id: nextId(),
			file_type: /^(audio|image|video)/.exec(type)?.[0] ?? 'file',
			data_url: `{base_url}/files/${name}`,
			file_size: size,
		}));
	}

	/**
	 * Adds a message to a conversation and returns it. A message of a customer reopens the conversation. WhatsApp
	 * takes a message after Chatwoot has replied.
	 */
	function post(call: Call): Row {
		const { record, body } = call;
		const message_type = messageTypes.indexOf(String(body.message_type ?? 'outgoing'));
		const isIncoming = message_type === 0;
		const attachments = attachmentsOf(body);
		const { template_params } = body;
		const operation = catalogue.get('account.message.create') as Operation;
		run(
			{ ...call, operation, name: 'account.message', action: 'create' },
			{
				message_type,
				sender: isIncoming ? author(metaOf(record).sender, 'contact') : staffOf(call),
				conversation_id: record.id,
				inbox_id: record.inbox_id,
				...(attachments.length > 0 && { attachments }),
				...(isRow(template_params) && { additional_attributes: { template_params } }),
			},
		);
		touch(record);
		const message = rows['account.message'].at(-1)!;
		if (message_type === 1 && !message.private && metaOf(record).channel === 'Channel::Whatsapp')
			setImmediate(() => Object.assign(message, { source_id: `wamid.${message.id as number}` }));
		record.updated_at = Date.now() / 1000;
		if (isIncoming && /resolved|snoozed/.test(String(record.status)))
			record.status = byId('inbox', record.inbox_id)?.agent_bot ? 'pending' : 'open';
		return message;
	}

	/** The last message in a conversation that asks the customer for a rating. */
	const surveyIn = (conversation: Row) =>
		ownedBy(conversation, 'account.message').findLast(
			({ content_type }) => content_type === 'input_csat',
		);

	function createContact(call: Call) {
		const { inbox_id, source_id = randomUUID() } = call.body;
		const inbox = byId('inbox', inbox_id);
		return run(call, { contact_inboxes: inbox ? [link(source_id, inbox)] : [] });
	}

	function conversationsOfContact({ operation, record }: Call) {
		const newest = sorted(ownedBy(record, 'account.conversation'), '-last_activity_at');
		return reply(operation, newest.slice(0, 20).map(shown['account.conversation']));
	}

	function createConversation(call: Call) {
		const { inbox_id, contact_id, assignee_id, team_id, message } = call.body;
		const inbox = byId('inbox', inbox_id);
		const sender = byId('contact', contact_id);
		if (!inbox || !sender) return notFound;
		const assignee = byId('agent', assignee_id);
		run(call, {
			uuid: randomUUID(),
			inbox_id: inbox.id,
			meta: {
				sender,
				assignee,
				assignee_type: assignee && 'User',
				team: byId('team', team_id),
				channel: inbox.channel_type,
			},
			...(inbox.agent_bot ? { status: 'pending' } : {}),
		});
		const record = conversations.at(-1)!;
		if (isRow(message)) post({ ...call, record, body: message });
		return show(call, record);
	}

	function toggleStatus(call: Call) {
		const { operation, record, body } = call;
		const status = body.status ?? (record.status === 'open' ? 'resolved' : 'open');
		const snoozedUntil = () => (iso(body.snoozed_until) ?? record.snoozed_until) || null;
		record.status = status;
		record.snoozed_until = status === 'snoozed' ? snoozedUntil() : null;
		record.updated_at = Date.now() / 1000;
		const wantsRating = byId('inbox', record.inbox_id)?.csat_survey_enabled && !surveyIn(record);
		if (status === 'resolved' && wantsRating) {
			const survey = {
				content: 'Please rate the conversation',
				content_type: 'input_csat',
				message_type: 'template',
			};
			post({ ...call, by: undefined, body: survey });
		}
		return reply(operation, {
			success: true,
			conversation_id: record.id,
			current_status: status,
			...pick(record, ['snoozed_until']),
		});
	}

	function assign({ record, body }: Call) {
		const meta = metaOf(record);
		if (!('assignee_id' in body)) {
			meta.team = byId('team', body.team_id);
			return ok(meta.team ?? null);
		}
		const isBot = body.assignee_type === 'AgentBot';
		meta.assignee = byId(isBot ? 'agent_bot' : 'agent', body.assignee_id);
		meta.assignee_type = meta.assignee && (isBot ? 'AgentBot' : 'User');
		return ok(meta.assignee ?? null);
	}

	/** The number of conversations for each assignee type. */
	function counts(call: Call) {
		const numbers = ['all', 'assigned', 'unassigned', 'me'].map((type) => {
			call.query.set('assignee_type', type);
			return [`${type.replace('me', 'mine')}_count`, listed(call).length];
		});
		return reply(call.operation, Object.fromEntries(numbers));
	}

	function messages({ operation, query, record }: Call) {
		const after = whole(query, 'after');
		const before = whole(query, 'before', Infinity);
		// With `before`, the message whose id is `after` is included.
		const isBetween = query.has('before');
		const first = isBetween ? after : after + 1;
		const size = isBetween ? 1000 : 100;
		// Customers do not see private notes.
		const hidesNotes = operation.role === 'none' || query.has('filter_internal_messages');
		const found = ownedBy(record, 'account.message').filter(
			(row) => !(hidesNotes && row.private) && Number(row.id) >= first && Number(row.id) < before,
		);
		const page = query.has('after') ? found.slice(0, size) : found.slice(-20);
		const answer = reply(operation, page.map(view(operation)));
		const contact = operation.role === 'none' ? undefined : metaOf(record).sender;
		return contact ? ok({ ...(answer.body as Row), meta: { contact } }) : answer;
	}

	/** A message that was read stays read. */
	function updateMessageStatus(call: Call) {
		const { record, body } = call;
		if (record.status === 'read' && body.status === 'delivered') return show(call, record);
		Object.assign(record.content_attributes as Row, pick(body, ['external_error']));
		return run(call);
	}

	function createCampaign(call: Call) {
		const { audience, scheduled_at } = call.body;
		if (!scheduled_at) return run(call, {});
		const seconds = Date.parse(String(scheduled_at)) / 1000;
		return run(call, { campaign_type: 'one_off', audience, scheduled_at: seconds });
	}

	/** Returns the user if one with this email exists. */
	function createUser(call: Call) {
		const email = String(call.body.email ?? '').toLowerCase();
		const existing = users.find((row) => row.email === email);
		if (existing) return show(call, existing);
		if (!call.body.password) return recording(call.operation.id, 'missing-password').response;
		return run({ ...call, body: { ...call.body, email } }, { access_token: randomUUID() });
	}

	/** Adds a user to an account, or changes the role of a member. */
	function addUser(call: Call) {
		const { name, operation, body, record } = call;
		const user = users.find(({ id }) => id === Number(body.user_id));
		if (!user) return recording(operation.id, 'unknown-user').response;
		const membership = ownedBy(record, name).find(({ user_id }) => user_id === user.id);
		const memberCall = {
			...call,
			body: { role: 'agent', ...membership, ...body, user_id: user.id },
		};
		if (membership) return run({ ...memberCall, action: 'update', record: membership });
		return run(memberCall, { account_id: record.id });
	}

	function setAgentBot({ record, body }: Call) {
		record.agent_bot = byId('agent_bot', body.agent_bot);
		return ok();
	}

	/** Returns or answers the survey of a conversation. An answer returns the survey as it was before. */
	function survey({ params, body }: Call) {
		const conversation = conversations.find(({ uuid }) => uuid === params.conversation_uuid);
		const message = conversation && surveyIn(conversation);
		if (!message) return recording('public.csat_survey.get', 'unknown-id').response;
		const shape = recorded('public.csat_survey.get', 'readback') as Record<string, Row>;
		const attributes = message.content_attributes as { submitted_values?: Row };
		const answer = attributes.submitted_values?.csat_survey_response as Row | undefined;
		const entry = {
			...message,
			account_id: 1,
			contact_id: metaOf(conversation).sender.id,
			feedback_message: null,
			message_id: message.id,
			created_at: iso(message.created_at),
		};
		const response = answer ? over(shape.csat_survey_response, { ...entry, ...answer }) : null;
		if (isRow(body.message)) message.content_attributes = { ...attributes, ...body.message };
		const inbox_name = byId('inbox', conversation.inbox_id)?.name;
		return ok(over(shape, { ...entry, inbox_name, csat_survey_response: response }));
	}

	return {
		'account.profile.get': ({ user }) => ok(over(recorded('account.profile.get'), user!)),
		'account.contact.create': createContact,
		'account.contact.list_conversations': conversationsOfContact,
		'account.contact_label': labels,
		'account.conversation_label': labels,
		'account.conversation.create': createConversation,
		'account.conversation.toggle_status': toggleStatus,
		'account.conversation.assign': assign,
		'account.conversation.counts': counts,
		'account.message.list': messages,
		'account.message.create': (call) => show(call, post(call)),
		'account.message.update_status': updateMessageStatus,
		'account.campaign.create': createCampaign,
		'account.agent_bot.create': (call) => run(call, { access_token: randomUUID() }),
		'account.inbox.create_twilio': (call) => run({ ...call, action: 'create' }),
		'account.inbox.get_agent_bot': ({ record }) => ok(pick(record, ['agent_bot'])),
		'account.inbox.set_agent_bot': setAgentBot,
		'account.macro.execute': ({ record, body }) => {
			execute(record, body.conversation_ids);
			// Its other actions are not kept here.
			return { ...ok(), replayed: true };
		},
		'account.csat_survey': survey,
		'platform.user.create': createUser,
		'platform.account_user.create': addUser,
	};
}
