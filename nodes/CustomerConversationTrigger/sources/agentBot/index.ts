import {
	agentBot,
	choice,
	flag,
	front,
	inboxes,
	integer,
	optional,
	text,
} from '../../../shared/vocabulary';
import { addressIsReachable } from '../address';
import { connection, isByHand, replaceAddress } from '../connection';
import { oneAddress } from '../oneAddress';
import type { Source } from '../source';
import { bots } from './bots';
import { isForBot } from './turn';

const fields = [
	connection([
		choice(
			'agent_bot',
			{
				existing: { name: 'Existing Bot', parts: [agentBot()] },
				new: {
					name: 'New Bot',
					parts: [
						text('bot_name', {
							hint: 'Name of the bot, which is created at the first activation and kept afterwards',
							placeholder: 'e.g. Support bot',
						}),
					],
				},
			},
			{ label: 'Bot' },
		),
		front(
			inboxes('bot_inbox_ids', {
				label: 'Connected Inbox Names or IDs',
				hint: 'Inboxes in which the bot answers first. The node connects them, and disconnects them when the workflow is deactivated. If empty, connections stay as they are',
			}),
		),
	]),
];

const { optional: options } = optional(
	addressIsReachable(),
	flag('only_its_turn', {
		label: "Only When It Is the Bot's Turn",
		hint: "Whether a customer's message only starts the workflow while the conversation belongs to the bot (pending, or assigned to it) and no agent has replied",
		default: true,
	}),
	integer('bots_turn_again_after', {
		label: "Bot's Turn Again After",
		hint: 'Minutes without a message from an agent after which the bot answers again in a conversation that an agent has taken over',
		range: [1, 525_600],
	}),
	replaceAddress(),
);

/** The URL of an agent bot, which Chatwoot calls for the inboxes that the bot is connected to. */
export const agentBotSource: Source = {
	name: 'Agent Bot',
	notice:
		"The bot answers customers first, before agents do. Reply with the bot's own token, or with Send as Agent Bot: a reply with a user's token counts as an agent's reply, and the bot is quiet afterwards. If n8n takes longer than five seconds to accept a call, Chatwoot opens the conversation for agents.",
	asksCredential: (context) => !isByHand(context),
	fields,
	options,
	serviceEvents: [
		'conversation_opened',
		'conversation_resolved',
		'conversation_status_changed',
		'conversation_updated',
		'message_created',
		'message_updated',
		'webwidget_triggered',
	],
	since: { conversation_status_changed: '4.16', conversation_updated: '4.16' },
	begins: ['customer_wrote'],
	guardsLoops: true,
	...oneAddress(bots),
	lets: isForBot,
	// It is not known with which token the workflow replies, so no user can be ignored.
	ownUserOf: () => undefined,
};
