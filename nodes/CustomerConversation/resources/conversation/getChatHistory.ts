import type { IDataObject } from 'n8n-workflow';
import {
	account,
	byId,
	conversation,
	flag,
	integer,
	operation,
	optional,
	records,
} from '../../../shared/vocabulary';
import { newestWithin, transcriptOf, turnsOf, type ChatTurn } from '../../tasks/transcript';

const list = (onward?: number) => records('payload', byId('older', 20, onward));

/** Pages are read backwards from the newest message, only as many as are needed. */
export const getChatHistory = operation({
	name: 'Get Chat History',
	action: 'Get the chat history of a conversation',
	gives: 'Returns one item per conversation: its messages for an AI model',
	description:
		'Lists the most recent messages in chronological order, as a list with role and content and as plain text. Skips activity and deleted messages. Agent bot tokens cannot read messages.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	options: [
		optional(
			integer('most_characters', {
				label: 'Maximum Characters',
				hint: 'Total character limit. Whole messages are dropped, oldest first; the newest is always kept.',
				range: [1, Infinity],
			}),
			flag('include_private_notes', {
				hint: 'Whether to include private notes, which customers never see. They are marked.',
			}),
		),
	],
	reply: list(1000),
	run: async ({ values, host, request, list: read }) => {
		const characters = Number(values.most_characters ?? Infinity);
		const limit = host.limit();
		const notes = values.include_private_notes === true;
		// Any value leaves out notes and activities, so that pages only have wanted messages.
		const query = notes ? {} : { filter_internal_messages: 'true' };
		const all = limit === Infinity && characters === Infinity;
		let count = 0;
		let length = 0;
		const isEnough = (message: IDataObject) => {
			for (const { content } of turnsOf(message)) {
				count++;
				length += content.length;
			}
			return count >= limit || length >= characters;
		};
		const messages = await read({ ...request, query }, list(all ? 1000 : undefined), isEnough);
		const turns = newestWithin(messages.flatMap(turnsOf).slice(-limit), characters);
		const shown = turns.map(({ role, content, private: hidden, ...about }): ChatTurn => ({
			role,
			content: hidden ? `[private note]\n${content}` : content,
			...about,
			private: hidden,
		}));
		return [
			{
				messages: shown as unknown as IDataObject[],
				text: transcriptOf(turns),
				count: turns.length,
			},
		];
	},
});
