import type { IDataObject } from 'n8n-workflow';
import { recordOf, unlessForbidden } from '../../../shared/steps';
import { rowsOf } from '../../../shared/transport/pages';
import { at } from '../../../shared/values';
import {
	account,
	asIs,
	assignmentOf,
	contactOf,
	conversation,
	flag,
	inside,
	integer,
	operation,
	optional,
	record,
	simplified,
	CONVERSATION_STATE,
	urlOf,
	type Shape,
} from '../../../shared/vocabulary';

/** A summary of another conversation. */
const OTHER: Shape = {
	...asIs('id', 'status', 'labels', 'inbox_id', 'created_at', 'last_activity_at'),
	...CONVERSATION_STATE,
};

/** The conversation is read first, since it names the contact. Everything else is read in parallel. */
export const getContext = operation({
	name: 'Get Context',
	action: 'Get the context of a conversation',
	gives: 'Returns the conversation, its contact and their other conversations',
	description:
		'Anything the token cannot read is left empty and listed in not_read. Agent bot tokens require Chatwoot 4.16.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
	options: [
		optional(
			integer('other_conversations', {
				hint: 'Maximum number to include, most recently active first. Default: 5.',
				range: [0, 20],
			}),
			flag('include_contact_notes', {
				hint: 'Whether to include the notes on the contact',
			}),
		),
	],
	reply: simplified(record(), {
		conversation_id: 'conversation.id',
		inbox_id: 'conversation.inbox_id',
		inbox_name: 'inbox.name',
		channel: 'conversation.meta.channel',
		...inside('conversation', asIs('status', 'priority', 'labels')),
		...inside('conversation', assignmentOf('meta.')),
		...inside('conversation', { ...CONVERSATION_STATE, ...asIs('custom_attributes') }),
		...contactOf('contact'),
		contact_company_name: 'contact.additional_attributes.company_name',
		contact_custom_attributes: 'contact.custom_attributes',
		other_conversations: ['other_conversations', OTHER],
		contact_notes: [
			'contact_notes',
			{ ...asIs('content'), user_name: 'user.name', ...asIs('created_at') },
		],
		not_read: 'not_read',
		...urlOf('conversation'),
	}),
	run: async ({ values, request, send }) => {
		const talk = recordOf(await send(request));
		const sender = at(talk, 'meta.sender') as IDataObject;
		const path = request.path.replace(/conversations\/\d+$/, `contacts/${String(sender.id)}`);
		const most = Number(values.other_conversations ?? 5);
		const read = async (below: string) => await send({ method: 'GET', path: path + below });
		const tasks: Record<string, () => Promise<unknown>> = {
			contact: async () => recordOf(await read(''), 'payload'),
		};
		if (most)
			tasks.other_conversations = async () =>
				rowsOf(await read('/conversations'))
					.filter(({ id }) => id !== talk.id)
					.sort((one, other) => Number(other.last_activity_at) - Number(one.last_activity_at))
					.slice(0, most);
		if (values.include_contact_notes)
			tasks.contact_notes = async () => rowsOf(await read('/notes'), '');
		const found = await Promise.all(
			Object.values(tasks).map(async (task) => await unlessForbidden(task())),
		);
		const names = Object.keys(tasks);
		const parts = Object.fromEntries(names.map((name, index) => [name, found[index]]));
		const contact = (parts.contact ?? sender) as IDataObject;
		const links = (contact.contact_inboxes ?? []) as Array<{ inbox: IDataObject }>;
		return [
			{
				conversation: talk,
				...(parts as IDataObject),
				contact,
				inbox: links.find(({ inbox }) => inbox.id === talk.inbox_id)?.inbox ?? null,
				not_read: names.filter((_name, index) => found[index] === undefined),
			},
		];
	},
});
