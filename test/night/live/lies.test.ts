import type { IDataObject } from 'n8n-workflow';
import { proven, SOURCES } from '../../../live/sources';
import {
	asSigning,
	changeHolders,
	found,
	MARK,
	ofOperations,
	ofPolling,
	ofSource,
	signed,
	wrapped,
	wrongIn,
	type Lie,
} from '../../support/liar';

// A round plays every scenario; a second core may be busy.
jest.setTimeout(900_000);

const isContact = /\/contacts\/\d+$/;
const isTalk = /\/conversations\/\d+$/;

/** Tells a delivery with other values in it. */
const changedDelivery =
	(change: (content: IDataObject) => void): NonNullable<Lie['delivered']> =>
	(body) => {
		const content = JSON.parse(body) as IDataObject;
		change(content);
		return [{ body: JSON.stringify(content) }];
	};

/** Takes no address away. */
const keepsAddress =
	(path: RegExp): Lie['instead'] =>
	(request) =>
		wrapped(path, 'PATCH')(request) && /_url":null/.test(request.body.toString())
			? { answer: {} }
			: undefined;

/** Webhooks that a trigger has registered. */
const ofTriggers = new Set<unknown>();

const LIES: Array<[lie: string, operation: string, Lie]> = [
	[
		'a page is missing',
		'account.contact.search',
		{
			after: ({ path, query }, reply) => {
				if (
					path.endsWith('/contacts/search') &&
					query.some(([name, page]) => name === 'page' && Number(page) > 1)
				)
					reply.payload = [];
			},
		},
	],
	[
		'a total is wrong',
		'account.conversation.getCounts',
		{
			after: ({ path }, reply) => {
				if (path.endsWith('/conversations/meta'))
					changeHolders(reply, 'all_count', (meta) => (meta.all_count = 7));
			},
		},
	],
	[
		'a field is ignored with 200',
		'account.contact.update',
		{
			instead: (request) => {
				const isJson = request.headers['content-type'] === 'application/json';
				if (!isJson || !wrapped(isContact, 'PUT')(request)) return undefined;
				const { name, ...body } = JSON.parse(request.body.toString()) as IDataObject;
				return String(name).endsWith(' 2') ? { body: JSON.stringify(body) } : undefined;
			},
		},
	],
	[
		'two items change places',
		'account.message.send',
		{
			after: (request, reply) => {
				if (!wrapped(/\/messages$/, 'GET')(request)) return;
				const swap: Record<string, string> = {
					[`${MARK} 3`]: `${MARK} 4`,
					[`${MARK} 4`]: `${MARK} 3`,
				};
				changeHolders(
					reply,
					'content',
					(one) => (one.content = swap[String(one.content)] ?? one.content),
				);
			},
		},
	],
	[
		'a value loses its type',
		'account.conversation.setCustomAttributes',
		{
			after: (request, reply) => {
				if (isTalk.test(request.path))
					changeHolders(reply, 'zahl', (attributes) => (attributes.zahl = String(attributes.zahl)));
			},
		},
	],
	[
		'a delete does nothing',
		'account.contact.delete',
		{ instead: (request) => (wrapped(isContact, 'DELETE')(request) ? { answer: {} } : undefined) },
	],
	[
		'a secret comes in another key',
		'account.profile.get',
		{
			after: ({ path }, reply) => {
				if (path.endsWith('/profile')) reply.display_name = 'sandbox-user';
			},
		},
	],
	[
		"a customer's message is stored as another's",
		'public.message.send',
		{
			after: (request, reply) => {
				if (wrapped(/^\/api\/.*\/messages$/, 'GET')(request))
					changeHolders(reply, 'content', ({ content, sender }) => {
						if (content === `${MARK} Frage 1`) (sender as IDataObject).id = 1;
					});
			},
		},
	],
	[
		'a removed user stays',
		'platform.user.delete',
		{
			instead: (request) =>
				wrapped(/^\/platform\/.*\/users\/\d+$/, 'DELETE')(request) ? { answer: {} } : undefined,
		},
	],
	[
		'a change undoes another',
		'account.conversation.setPriority',
		{
			after: (request, reply) => {
				if (isTalk.test(request.path) && reply.priority === 'high')
					changeHolders(reply, 'assignee', (meta) => (meta.assignee = null as never));
			},
		},
	],
	[
		'an event is left out',
		'trigger.register',
		{
			after: (_, reply) =>
				changeHolders(reply, 'subscriptions', (hook) => (hook.subscriptions = ['message_created'])),
		},
	],
	[
		'a delivery is of another record',
		'trigger.deliver',
		{
			delivered: changedDelivery((content) => {
				if (content.event === 'message_created') content.id = 1;
			}),
		},
	],
	[
		'a delivery is not signed',
		'trigger.signature',
		{ after: asSigning, delivered: (body) => [{ body }] },
	],
	[
		'a webhook stays after its delete',
		'trigger.remove',
		{
			after: (_, reply) =>
				changeHolders(reply, 'subscriptions', ({ id, url }) => {
					if (String(url).includes('workflow=')) ofTriggers.add(id);
				}),
			instead: ({ method, path }) =>
				method === 'DELETE' && ofTriggers.has(Number(/webhooks\/(\d+)$/.exec(path)?.[1]))
					? { answer: {} }
					: undefined,
		},
	],
	[
		'a bot is connected with no inbox',
		'trigger.agentBot.register',
		{
			instead: (request) =>
				wrapped(/\/set_agent_bot$/, 'POST')(request) ? { answer: {}, status: 200 } : undefined,
		},
	],
	[
		'what a customer writes is not told to the bot',
		'trigger.agentBot.deliver',
		{ delivered: (body) => (body.includes('"message_type":"incoming"') ? [] : [{ body }]) },
	],
	[
		'what a bot is told is signed with another key',
		'trigger.agentBot.signature',
		{ after: asSigning, delivered: (body) => [signed(body, 'of somebody else')] },
	],
	[
		'what was handed over is told as the bot’s',
		'trigger.agentBot.handOver',
		{
			delivered: changedDelivery((content) =>
				changeHolders(content, 'status', (one) => (one.status = 'pending')),
			),
		},
	],
	[
		'a bot keeps its address',
		'trigger.agentBot.remove',
		{ instead: keepsAddress(/\/agent_bots\/\d+$/) },
	],
	[
		'what an agent writes is not told to the channel',
		'trigger.apiInbox.deliver',
		{ delivered: (body) => (body.includes('"private":false') ? [] : [{ body }]) },
	],
	[
		'a note is told as a message to send',
		'trigger.apiInbox.deliver',
		{ delivered: changedDelivery((content) => (content.private = false)) },
	],
	[
		'what an inbox is told is not signed',
		'trigger.apiInbox.signature',
		{ after: asSigning, delivered: (body) => [{ body }] },
	],
	[
		'a reported delivery is not kept',
		'trigger.apiInbox.report',
		{
			after: (request, reply) => {
				if (wrapped(/\/messages$/, 'GET')(request))
					changeHolders(
						reply,
						'status',
						(one) => one.status === 'delivered' && (one.status = 'sent'),
					);
			},
		},
	],
	[
		'an inbox keeps its address',
		'trigger.apiInbox.remove',
		{ instead: keepsAddress(/\/inboxes\/\d+$/) },
	],
	[
		'what changed is not listed',
		'polling.find',
		{
			after: ({ query }, reply) => {
				if (query.some(([name]) => name === 'updated_within'))
					changeHolders(reply, 'payload', (data) => {
						const isListed = ({ meta }: IDataObject) =>
							!/-polling$/.test(String((meta as { sender?: IDataObject }).sender?.name));
						data.payload = (data.payload as IDataObject[]).filter(isListed);
					});
			},
		},
	],
	[
		'an answer does not end the time that the customer waits',
		'polling.silences',
		{
			after: (_, reply) =>
				changeHolders(reply, 'waiting_since', (row) => (row.waiting_since = row.created_at)),
		},
	],
	[
		'a contact of an import is never listed',
		'polling.import',
		{
			after: (request, reply) => {
				if (wrapped(/\/contacts$/, 'GET')(request))
					reply.payload = (reply.payload as IDataObject[]).filter(
						({ email }) => !String(email).startsWith('polled-17-'),
					);
			},
		},
	],
];

test.each(LIES)('%s: %s', async (name, operation, lie) => {
	const kind = operation.replace(/\.\w+$/, '');
	const source = SOURCES.find((one) => proven[one].name === kind);
	const triggerProof = source ? ofSource(source) : kind === 'polling' ? ofPolling : undefined;
	const proof = triggerProof ?? ofOperations(operation);
	const wrong = wrongIn(await found(proof, lie));
	expect(wrong).toEqual([operation]);
	process.stdout.write(`${name}: found at ${wrong.join(', ')}\n`);
});
