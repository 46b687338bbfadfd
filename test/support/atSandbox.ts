import assert from 'node:assert/strict';
import type { startSandbox } from '../../sandbox/server';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

type Row = Record<string, unknown>;

interface Conversation extends Row {
	uuid: string;
	custom_attributes: Row;
	meta: { team?: Row; sender: { custom_attributes: Row } };
}

/** What people do at the sandbox, and what stands there. */
export function atSandbox({
	url,
	tokens,
	rows,
}: Pick<Sandbox, 'url' | 'tokens'> & Partial<Pick<Sandbox, 'rows'>>) {
	const ask = async <T = Row>(method: string, path: string, body?: object): Promise<T> => {
		const reply = await fetch(url + path, {
			method,
			headers: { api_access_token: tokens.user, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		assert.ok(reply.ok, `${method} ${path}: ${reply.status}`);
		const text = await reply.text();
		return (text ? JSON.parse(text) : undefined) as T;
	};
	const account = '/api/v1/accounts/1';
	const talk = (id: number) => `${account}/conversations/${id}`;
	const get = async <T>(path: string) => await ask<T>('GET', `${account}/${path}`);
	const write = async (id: number, body: object) => await ask('POST', `${talk(id)}/messages`, body);
	const messages = async (id: number) =>
		(await ask<{ payload: Row[] }>('GET', `${talk(id)}/messages`)).payload;
	return {
		ask,
		get,
		remove: async (path: string) => await ask('DELETE', path),
		write,
		messages,
		/** The customer writes. */
		says: async (id: number, content: string) =>
			await write(id, { content, message_type: 'incoming' }),
		/** An agent runs a macro in a conversation. */
		runs: async (macro: number, id: number) =>
			await ask('POST', `${account}/macros/${macro}/execute`, { conversation_ids: [id] }),
		/** The customer sends a file. */
		sends: async (id: number, name: string, type: string) => {
			const body = new FormData();
			body.set('message_type', 'incoming');
			body.append('attachments[]', new File(['Content'], name, { type }));
			const headers = { api_access_token: tokens.user };
			const reply = await fetch(`${url}${talk(id)}/messages`, { method: 'POST', headers, body });
			assert.ok(reply.ok, `${name}: ${reply.status}`);
		},
		/** Everything that was written in the conversation is so many seconds older. */
		ages: (id: number, seconds: number) => {
			assert.ok(rows, 'the sandbox is in another process');
			const conversation = rows['account.conversation'].find((row) => row.id === id)!;
			const written = rows['account.message'].filter((row) => row.conversation_id === id);
			const copies = conversation.messages as Row[];
			for (const row of [...written, ...copies]) row.created_at = Number(row.created_at) - seconds;
			for (const key of ['last_activity_at', 'waiting_since'])
				if (conversation[key]) conversation[key] = Number(conversation[key]) - seconds;
		},
		/** Assigns the conversation to an agent, and opens it. */
		assigns: async (id: number, assignee_id: number) => {
			await ask('POST', `${talk(id)}/assignments`, { assignee_id });
			await ask('POST', `${talk(id)}/toggle_status`, { status: 'open' });
		},
		/** @returns a new conversation of this contact */
		opens: async (contact_id: number, more: object = {}) => {
			const body = { inbox_id: 2, contact_id, ...more };
			return (await ask<{ id: number }>('POST', `${account}/conversations`, body)).id;
		},
		labels: async (id: number, labels: string[]) =>
			await ask('POST', `${talk(id)}/labels`, { labels }),
		resolve: async (id: number) =>
			await ask('POST', `${talk(id)}/toggle_status`, { status: 'resolved' }),
		/** The customer answers the survey of a conversation. */
		rates: async (uuid: string, rating: number, feedback_message: string) => {
			const submitted_values = { csat_survey_response: { rating, feedback_message } };
			const path = `/public/api/v1/csat_survey/${uuid}`;
			await ask('PUT', path, { message: { submitted_values } });
		},
		conversation: async (id: number) => await ask<Conversation>('GET', talk(id)),
		/** @returns the pointer of an execution that waits for the customer */
		pointer: async (id: number) => {
			const { sender } = (await ask<Conversation>('GET', talk(id))).meta;
			return sender.custom_attributes[`n8n_wait_${id}`] as string | undefined;
		},
		/** @returns the conversation of the inbox in which something happened last */
		newestIn: async (inbox_id: number) => {
			const path = `conversations?inbox_id=${inbox_id}`;
			const { data } = await get<{ data: { payload: Array<{ id: number }> } }>(path);
			return data.payload[0].id;
		},
		/** What the customer was told. */
		answers: async (id: number) => textsOf(await messages(id), false),
		/** What only the account sees. */
		notes: async (id: number) => textsOf(await messages(id), true),
		webhooks: async () =>
			(await get<{ payload: { webhooks: Row[] } }>('webhooks')).payload.webhooks,
	};
}

const textsOf = (messages: Row[], isPrivate: boolean) =>
	messages
		.filter((one) => one.message_type === 1 && one.private === isPrivate)
		.map(({ content }) => content);
