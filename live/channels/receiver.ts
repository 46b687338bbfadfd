/** Takes what Chatwoot sends to providers and by email, and answers as they do. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import type { ParsedMail } from 'mailparser';
import { badInput } from '../../nodes/shared/faults';
import { isObject } from '../../nodes/shared/values';
import type { ChannelName } from '../../test/fake/providers';
import { paramsOf } from '../../test/support/form';
import { mailbox } from '../../test/support/mailbox';
import { listen, type Answer, type Received } from '../../test/support/server';
import type { Kind } from '../../test/support/messageKinds';
import { channelAt, excess, otherwise, type Departed } from './providers';

/** Path of the webhook of an API inbox. */
export const API_INBOX = '/api-inbox';

/** A message that was taken. */
export interface Taken {
	channel: ChannelName;
	to: string;
	request: Departed;
}

/** The fields of JSON, or of a form: `a[b]` is `b` in `a`, and a field that comes again becomes a list. */
function fieldsOf(request: Received): IDataObject {
	const type = String(request.headers['content-type']);
	if (!request.body.length) return {};
	if (type.includes('multipart')) return paramsOf(request) as IDataObject;
	if (type.includes('json')) {
		const fields: unknown = JSON.parse(request.body.toString());
		return (isObject(fields) ? fields : {}) as IDataObject;
	}
	const fields: IDataObject = {};
	for (const [name, value] of new URLSearchParams(request.body.toString())) {
		const path = name.split(/[[\]]+/).filter(Boolean);
		const last = path.pop() ?? '';
		const place = path.reduce((inner, key) => (inner[key] ??= {}) as IDataObject, fields);
		place[last] = last in place ? [place[last], value].flat() : value;
	}
	return fields;
}

/** The content of a file is its name again and again. */
const nameInside = (content: unknown) => /^(.+?\.\w+?)\1/.exec(String(content))?.[1] ?? 'unknown';

const place = (option: string, value: string) => {
	const [, host, port] = /^(?:https?:\/\/)?\[?([^\]]+?)\]?:(\d{1,5})$/.exec(value) ?? [];
	if (!host) throw badInput(`--${option} must be an address with a port, such as 127.0.0.1:8025`);
	return { host, port: Number(port) };
};

const json = (body: unknown, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const DOWN: Answer = { status: 503, body: '<html>Service Unavailable</html>' };

interface Places {
	/** For WhatsApp and API inboxes, which may use HTTP. */
	http: string;
	/** For the other providers, which are called by their host names; '' for none. */
	https: string;
	/** File with the certificate for these names and its key. */
	certificate: string;
	/** '' for none. */
	mail: string;
}

export async function receiver({ http, https, certificate, mail }: Places) {
	const taken: Taken[] = [];
	const webhooks: IDataObject[] = [];
	/** What the provider answers about a contact, by the contact's address. */
	const modes = new Map<string, Kind['provider']>();
	let count = 0;

	function answer(received: Received): Answer {
		const fields = fieldsOf(received);
		const { path } = received;
		if (path.startsWith(API_INBOX)) {
			webhooks.push(fields);
			return { status: 200 };
		}
		const request = { host: String(received.headers.host).replace(/:\d+$/, ''), path, fields };
		const [channel, provider] = received.method === 'POST' ? (channelAt(request) ?? []) : [];
		const file = isObject(fields.file) ? nameInside(fields.file.content) : undefined;
		if (!channel || !provider || provider.to(fields) === undefined)
			return json(otherwise(path, file));
		const to = String(provider.to(fields));
		const mode = modes.get(to);
		if (mode === 'down') return DOWN;
		const shown = provider.shown(request);
		const words =
			(to ? undefined : 'The address of the contact is missing') ??
			(mode === 'refuses' ? 'Refused' : excess(shown, fields, provider.limits));
		if (words) {
			const { status, body } = provider.refused(words);
			return json(body, status);
		}
		taken.push({ channel, to, request });
		return json(provider.taken(`${Date.now()}${(count += 1)}`, request));
	}

	const closing: Array<() => Promise<unknown>> = [];
	const opened = async <T extends { close: () => Promise<unknown> }>(
		address: string,
		opening: Promise<T>,
	): Promise<T> => {
		const server = await opening.catch((error: Error) => {
			throw badInput(`Nothing can listen on ${address} here: ${error.message}`);
		});
		closing.push(server.close);
		return server;
	};
	await opened(http, listen(answer, place('receive', http)));
	if (https) {
		if (!certificate) throw badInput('--receive-https needs --certificate');
		const at = { ...place('receive-https', https), certificate: readFileSync(certificate) };
		await opened(https, listen(answer, at));
	}
	const refusal = (address: string) => {
		const mode = modes.get(address);
		return mode && mode !== 'ok' ? 'Refused' : undefined;
	};
	const mails: ParsedMail[] = mail
		? (await opened(mail, mailbox(refusal, place('receive-mail', mail)))).received
		: [];
	return {
		url: `http://${http}`,
		taken,
		webhooks,
		mails,
		modes,
		/** Channels whose provider cannot be reached. */
		closed: (channel: ChannelName): boolean =>
			channel === 'Email' ? !mail : !https && !/^(WhatsApp|API|Website)/.test(channel),
		close: async () => await Promise.all(closing.map(async (close) => await close())),
	};
}

export type Receiver = Awaited<ReturnType<typeof receiver>>;
