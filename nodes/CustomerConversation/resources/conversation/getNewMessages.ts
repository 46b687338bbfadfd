import type { IDataObject } from 'n8n-workflow';
import { unlessForbidden } from '../../../shared/steps';
import { isBridged, withoutEchoes } from '../../../shared/tasks/bridges';
import { wordsOf } from '../../../shared/tasks/messageWords';
import { at } from '../../../shared/values';
import {
	account,
	asIs,
	byId,
	conversation,
	flag,
	front,
	integer,
	isTeamAnswer,
	message,
	operation,
	optional,
	record,
	records,
	senderOf,
	simplified,
	withFiles,
	type Call,
} from '../../../shared/vocabulary';
import { dependsOnUser, unansweredIn } from '../../tasks/unanswered';

const PAGE = 20;
const LIST = records('payload', byId('older', PAGE));

/** The most messages that are read if none of them is an answer. */
const MOST = 1000;

/** Reads back until the last answer; further, if the customer may have written before it without being heard. */
async function readUnanswered({ values, request, list, getOnce }: Call) {
	const { started_message_id: started, wait_seconds: wait } = values as Record<string, number>;
	const quiet = started === undefined ? 0 : wait;
	for (let before = Infinity; ;) {
		let count = 0;
		const isEarlier = (row: IDataObject) => isTeamAnswer(row) && Number(row.id) < before;
		// What a WhatsApp bridge brought in may be an echo of an answer that is a little older.
		const isEnd = (row: IDataObject) => isEarlier(row) && (!isBridged(row) || count > 2 * PAGE);
		const read = await list(
			{ ...request, query: { filter_internal_messages: 'true' } },
			LIST,
			(row) => ++count >= MOST || isEnd(row),
		);
		const rows = withoutEchoes(read);
		const user = dependsOnUser(rows, quiet)
			? at(await unlessForbidden(getOnce('/api/v1/profile')), 'id')
			: undefined;
		const found = unansweredIn(rows, { started, quiet, user });
		if (found.complete || !rows.some(isEarlier))
			return { ...found, complete: found.complete || read.length < MOST };
		before = Number(rows[0].id);
	}
}

/**
 * Each message of a customer starts a workflow. Chatwoot alone decides which of the executions goes on, so
 * that it does not matter which worker of n8n runs them, and in which order they were started.
 */
export const getNewMessages = operation({
	name: 'Get New Messages',
	action: 'Get the new messages of a conversation',
	gives: 'Returns one item with what the contact wrote since the last answer',
	description:
		'To answer several quick messages once: of the executions that they start, only the last returns an item. Files, places and contact cards are told in words. Agent bot tokens cannot read messages.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	options: [
		front(
			message('started_message_id', {
				label: 'Message That Started the Workflow',
				hint: "The trigger's message_id. No item is returned if the contact has written again, or if this message has been answered.",
			}),
		),
		integer('wait_seconds', {
			label: 'Wait for More',
			hint: 'Seconds to wait for further messages before reading, from 0 to 60: the execution keeps running while it waits',
			range: [0, 60],
			default: 8,
		}),
		optional(
			flag('always_return', {
				hint: 'Whether to return an item with is_newest: false instead of no item',
			}),
		),
	],
	reply: simplified(record(), {
		...asIs('is_newest', 'text', 'message_count', 'newest_message_id'),
		messages: [
			'messages',
			{
				...asIs('id', 'content', 'content_type'),
				...senderOf('sender'),
				...withFiles,
				...asIs('created_at'),
			},
		],
		complete: 'complete',
	}),
	run: async (call) => {
		const { values, host } = call;
		await host.wait(Number(values.wait_seconds) * 1000);
		const { messages, isNewest, complete } = await readUnanswered(call);
		const is_newest = isNewest && messages.length > 0;
		if (!is_newest && values.always_return !== true) {
			host.hint(
				messages.length
					? 'No item: the contact has written again, and the execution of the newest message continues.'
					: 'No item: everything that the contact wrote has been answered.',
			);
			return [];
		}
		if (!complete)
			host.hint(`Only the newest ${MOST} messages were read, and none of them is an answer.`);
		return [
			{
				is_newest,
				text: messages.map(wordsOf).join('\n\n'),
				message_count: messages.length,
				newest_message_id: messages.at(-1)?.id ?? null,
				messages,
				complete,
			},
		];
	},
});
