import { agentBot, choice, flag, front, inboxes, optional, text } from '../../../shared/vocabulary';
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
							hint: 'The bot is made when the workflow is first activated, and stays',
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
				hint: 'Inboxes in which the bot answers first. The node connects them, and disconnects those that it connected when the workflow is deactivated. Empty: as they are at the service',
			}),
		),
	]),
];

const { optional: options } = optional(
	addressIsReachable(),
	flag('only_its_turn', {
		label: "Only When It Is the Bot's Turn",
		hint: "Whether a customer's message starts the workflow only while the conversation is the bot's (pending, or assigned to it) and no person has answered in it meanwhile",
		default: true,
	}),
	replaceAddress(),
);

/** The address of an agent bot, which is called for the inboxes that it is connected with. */
export const agentBotSource: Source = {
	name: 'Agent Bot',
	notice:
		"Answers customers first, before people do. Answer with the bot's own token, or with Send as Agent Bot: what a user's token writes counts as a person's answer, and the bot is quiet after it. If n8n takes longer than five seconds to accept a call, Chatwoot opens the conversation for people.",
	asksCredential: (context) => !isByHand(context),
	fields,
	options,
	told: [
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
	// With which token a bot answers is not known here: its user may be a person, too.
	ownUserOf: () => undefined,
};
