import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../fake/lists';
import { BEGIN, HOUR, sampleOf } from '../fake/records';
import { FakeChatwoot } from '../fake/server';
import { runAt } from './run';

export { BEGIN, HOUR };

/** What the fake holds, and what happens there. */
export interface Store extends Pick<
	FakeChatwoot,
	'contacts' | 'conversations' | 'answers' | 'messagesOf' | 'features' | 'attributes' | 'now'
> {
	/** Rows of a page. */
	size: number;
	/**
	 * Before each page of a list, with how many came before it.
	 * @returns another answer, or nothing
	 */
	before: (progress: { page: number; count: number }) => unknown;
}

const RECORDED = {
	conversation: sampleOf('account.conversation.create', '4.16'),
	contact: sampleOf('account.contact.create', '4.16'),
	message: sampleOf('account.message.create', '4.16'),
};

export const LONG = 'long '.repeat(20);

export const conversation = (id: number, created_at: number): Row => ({
	...RECORDED.conversation,
	id,
	created_at,
	last_activity_at: created_at,
	status: ['open', 'resolved', 'pending', 'snoozed'][id % 4],
	inbox_id: 1 + (id % 3),
	labels: id % 2 ? ['vip', 'bug'] : [],
	waiting_since: 0,
	first_reply_created_at: created_at + 60,
	snoozed_until: id % 4 === 3 ? '2027-01-01T00:00:00.000Z' : null,
	additional_attributes: { mail_subject: `Subject ${id}` },
	meta: {
		channel: 'Channel::Api',
		sender: { id: 1000 + id, name: `Contact ${id}`, email: `c${id}@example.com` },
		assignee: { id: 7, name: 'Ada' },
		assignee_type: 'User',
		team: { id: 3, name: 'support' },
	},
	messages: [
		{ content: LONG, message_type: 1, created_at, sender: { type: 'user' }, private: false },
	],
});

/** Something identifies it: otherwise no list shows it. */
export const contact = (id: number, created_at: number): Row => ({
	...RECORDED.contact,
	...{ id, created_at, email: `c${id}@example.com` },
});

export const message = (id: number, created_at: number): Row => ({
	...RECORDED.message,
	id,
	created_at,
	message_type: id % 4,
	content: `Message ${id}`,
	attachments: id % 5 ? [] : [{ data_url: 'https://x/1' }, { data_url: 'https://x/2' }],
	sender: id % 4 === 2 ? null : { id: 7, name: 'Ada', type: 'user' },
});

export const conversations = (count: number, apart = HOUR) =>
	Array.from({ length: count }, (_, index) => conversation(index + 1, BEGIN + index * apart));

const LISTS = ['GET conversations', 'GET contacts', 'GET csat_survey_responses'];

/** Runs an export against a fake that holds this. */
export async function exported(
	operation: string,
	parameters: IDataObject,
	{ size, before, ...held }: Partial<Store>,
	lines: string[] = [],
	engine = false,
) {
	const fake = new FakeChatwoot('4.16', size ?? 25);
	fake.inboxes = [1, 2, 3].map((id) => ({ ...fake.inboxes[0], id, name: `Inbox ${id}` }));
	Object.assign(fake, { now: BEGIN + 20_000 * 24 * HOUR, ...held });
	let count = 0;
	for (const list of LISTS)
		fake.before(list, ({ query }) => before?.({ page: Number(query.page ?? 1), count: count++ }));
	const logger = jest
		.spyOn(ownerOf(ExecuteContext.prototype, 'logger'), 'logger', 'get')
		.mockReturnValue({ info: (line: string) => lines.push(line) });
	try {
		return await fake.served(async (url) => {
			const { items, hints, error } = await runAt(
				url,
				`export.${operation}`,
				{
					...{ period: 'between', since: BEGIN, until: BEGIN + 10_000 * 24 * HOUR },
					// Labels need a request for each contact.
					...(operation === 'contacts' ? { options: { include_labels: false } } : {}),
					...parameters,
				},
				{ engine },
			);
			const files = items.flatMap(({ binary = {} }) => Object.values(binary));
			return {
				...{ error, hints, url },
				rows: items.map((item) => item.json),
				files: files.map(({ data }) => Buffer.from(data, 'base64').toString()),
				requests: fake.received.map(
					({ path, query: { page, after } }) => [path, Number(page ?? after ?? 1)] as const,
				),
			};
		});
	} finally {
		logger.mockRestore();
	}
}

function ownerOf(prototype: object, key: string): { logger: unknown } {
	return Object.hasOwn(prototype, key)
		? (prototype as { logger: unknown })
		: ownerOf(Object.getPrototypeOf(prototype) as object, key);
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
