import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import {
	account,
	agentBot,
	choice,
	conversation,
	fixed,
	flag,
	integer,
	MESSAGE,
	operation,
	optional,
	pick,
	privately,
	stored,
	sendable,
	simplified,
	text,
	unix,
	zone,
} from '../../../shared/vocabulary';
import { inReplyTo } from './parts/attributes';
import { kind, details } from './parts/fields';

/** The service stores empty messages, and knows no repetition: the same call sends twice. */
export const create = operation({
	name: 'Create',
	action: 'Create a message or private note',
	gives: 'The new message or private note',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		kind(),
		choice('send_as', {
			user: { name: 'User of the Token', parts: [] },
			agent_bot: {
				name: 'Agent Bot',
				parts: [
					agentBot('agent_bot_id', { as: 'sender_id', shown: false }),
					fixed({ sender_type: 'AgentBot' }),
				],
			},
		}),
		optional(
			privately(),
			pick(
				'message_type',
				{ outgoing: 'Outgoing', incoming: 'Incoming', activity: 'Activity', template: 'Template' },
				{ hint: 'Default: outgoing. Incoming in API inboxes only; it reopens the conversation.' },
			),
			...details(),
			inReplyTo(),
			flag('is_voice_message', {
				label: 'Voice Message',
				since: (on) => (on ? [{ since: '4.16' }] : []),
				shown: false,
				hint: 'Whether an audio file goes out as a voice message, in channels that tell them apart',
			}),
			text('source_id', { label: 'Source ID', hint: 'ID of the message in another system' }),
			text('echo_id', { label: 'Echo ID', hint: 'Comes back in the reply, but in no webhook' }),
			unix('external_created_at', {
				shown: false,
				hint: 'Time in the other system; kept in the content attributes, created_at stays now. Goes with Uploaded Files, not with Files.',
			}),
			integer('campaign_id', {
				shown: false,
				hint: 'Lost beside a WhatsApp template. Goes with Uploaded Files, not with Files.',
				range: [1, Number.MAX_SAFE_INTEGER],
			}),
		),
	],
	options: [optional(zone())],
	reply: simplified(stored(), MESSAGE),
	run: async ({ values, request, send }) => {
		const sent = (await send(sendable(request))) as IDataObject;
		const { type: sender } = (sent.sender ?? {}) as IDataObject;
		if (values.agent_bot_id && sender !== 'agent_bot')
			throw new ServiceError(
				`There is no such agent bot: message ${String(sent.id)} was sent as the user of the token`,
				{ status: 200, fields: ['agent_bot_id'] },
			);
		return [sent];
	},
});
