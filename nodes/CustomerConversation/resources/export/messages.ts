import type { IDataObject } from 'n8n-workflow';
import { unlessGone } from '../../../shared/tasks/steps';
import { isEnd, numbered, readPage, rowsOf, sizeOf } from '../../../shared/transport/pages';
import { sideBySide } from '../../../shared/transport/run';
import { readable } from '../../../shared/transport/simplify';
import { at } from '../../../shared/values';
import {
	account,
	byId,
	CONVERSATIONS,
	everything,
	fixed,
	inbox,
	operation,
	optional,
	period,
	records,
	zone,
	type Call,
} from '../../../shared/vocabulary';
import { clock, counter } from '../../tasks/longLists';
import {
	apiOf,
	assigneeCells,
	cell,
	contactCells,
	dashboardOf,
	inboxCells,
	inboxNames,
	teamCells,
} from './parts/columns';

/** Messages of the newest page, and of a page between two ids; no setting changes them. */
const [NEWEST, BETWEEN] = [20, 1000];

type Each = (conversations: IDataObject[]) => Promise<void>;

/**
 * Reads the conversations that were active since then, the newest activity first. One that becomes
 * active moves to the front and the others back: at most they come twice. A deletion moves the
 * others forward: then it goes back, too.
 * @returns the newest activity, and the page that was the last
 */
async function readActive({ request, send }: Call, since: number, each: Each) {
	let newest = since;
	let total = 0;
	let size = 0;
	for (let page = 1; ; page++) {
		const found = await readPage(send, request, CONVERSATIONS, numbered(page));
		const active = found.rows.filter((record) => Number(record.last_activity_at) >= since);
		if (active.length) await each(active);
		if (page === 1) size = sizeOf(found, CONVERSATIONS.pages);
		if (page === 1 && active.length) newest = Number(active[0].last_activity_at);
		const deleted = Math.max(0, total - (found.total ?? 0));
		total = found.total ?? 0;
		if (deleted) page = Math.max(0, page - 1 - Math.ceil(deleted / size));
		else if (active.length < found.rows.length || isEnd(found, page, size)) return { newest, page };
	}
}

/** What the messages tell of each conversation with activity since the period began, by its number. */
async function activeConversations(call: Call): Promise<Map<number, IDataObject>> {
	const { since, until } = call.values as { since: number; until: number };
	const cells = new Map<number, IDataObject>();
	const add: Each = async (conversations) => {
		const names = await inboxNames(call);
		for (const conversation of conversations)
			if (Number(conversation.created_at) < until)
				cells.set(Number(conversation.id), {
					...contactCells(at(conversation, 'meta.sender')),
					...inboxCells(conversation, names),
					...assigneeCells(conversation),
					...teamCells(conversation),
				});
	};
	// Those that went to the front meanwhile, until nothing moves.
	for (let from = since; ;) {
		const { newest, page } = await readActive(call, from, add);
		if (page === 1 || newest === from) return cells;
		from = newest;
	}
}

/** The messages of a conversation, at least those since that time, the oldest first. */
async function readMessages(call: Call, path: string, since: number): Promise<IDataObject[]> {
	const request = { method: 'GET', path };
	const newest = rowsOf(await call.send(request));
	if (newest.length < NEWEST || Number(newest[0].created_at) < since) return newest;
	return await call.list(request, records('payload', byId('newer', BETWEEN)));
}

export const messages = operation({
	name: 'Export Messages',
	action: 'Export messages',
	gives: 'One flat row for each message written in the period',
	description: 'Conversation by conversation, with private notes and activities',
	request: 'GET /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	query: [fixed({ status: 'all', sort_by: 'last_activity_at_desc' }), optional(inbox())],
	options: [...period('export'), optional(zone())],
	reply: records('', everything),
	run: async (call) => {
		const { since, until } = call.values as { since: number; until: number };
		const time = clock(call);
		const dashboard = dashboardOf(call);
		const cells = await activeConversations(call);
		const toRow = (message: IDataObject, number: number): IDataObject => {
			const attachments = Array.isArray(message.attachments) ? message.attachments : [];
			const addresses = attachments.map((file) => cell(file, 'data_url')).filter(Boolean);
			return {
				key: `message:${String(message.id)}`,
				id: message.id,
				conversation_id: number,
				url: `${dashboard}/conversations/${number}?messageId=${String(message.id)}`,
				created_at: time(message.created_at),
				created_at_unix: message.created_at,
				message_type: cell(readable(message.message_type, 'message_type'), ''),
				private: cell(message, 'private'),
				sender_type: cell(message, 'sender.type'),
				sender_id: cell(message, 'sender.id'),
				sender_name: cell(message, 'sender.name'),
				content: cell(message, 'content'),
				content_type: cell(message, 'content_type'),
				status: cell(message, 'status'),
				attachments: addresses.join(', ') || null,
				attachment_count: attachments.length,
				...cells.get(number),
			};
		};
		const numbers = [...cells.keys()].sort((one, other) => one - other);
		const limit = call.host.limit();
		const count = counter(call.host, 'messages');
		let enough = false;
		const parts = await sideBySide(
			numbers.length,
			call.host.places,
			async (index) => {
				const number = numbers[index];
				const path = `${apiOf(call)}/conversations/${number}/messages`;
				const found = (await unlessGone(readMessages(call, path, since))) ?? [];
				const rows = found
					.filter(({ created_at: moment }) => Number(moment) >= since && Number(moment) < until)
					.map((message) => toRow(message, number));
				enough ||= count(rows.length) >= limit;
				return rows;
			},
			() => enough,
		);
		return parts.flat().slice(0, limit);
	},
});
