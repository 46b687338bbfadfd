import type { IDataObject } from 'n8n-workflow';
import { shaped } from '../../../nodes/shared/transport/simplify';
import { isObject } from '../../../nodes/shared/values';
import { CONVERSATION_STATE } from '../../../nodes/shared/vocabulary';
import { allRecordings, releases } from '../../../truth/recordings';

const message = (more: IDataObject = {}): IDataObject => ({
	id: 5,
	content: 'Hello',
	message_type: 0,
	private: false,
	created_at: 1_790_000_000,
	content_attributes: {},
	...more,
});

const user = { message_type: 1, sender: { id: 1, type: 'user' } };

/** What a conversation says, with what is the same in each test left out. */
function stateOf(conversation: IDataObject) {
	const {
		last_message: text,
		last_message_by: by,
		last_message_at: at,
	} = shaped(conversation, CONVERSATION_STATE);
	return [text, by, at];
}

const AT = '2026-09-21T14:13:20.000Z';

test.each<[string, IDataObject, unknown[]]>([
	['a customer', message(), ['Hello', 'customer', AT]],
	['a customer, in a webhook', message({ message_type: 'incoming' }), ['Hello', 'customer', AT]],
	['an agent', message(user), ['Hello', 'agent', AT]],
	[
		'an agent, if only the type of the sender is known',
		message({ message_type: 1, sender_type: 'User' }),
		['Hello', 'agent', AT],
	],
	[
		"an agent in the channel's app",
		message({ message_type: 1, sender: null, content_attributes: { external_echo: true } }),
		['Hello', 'agent', AT],
	],
	[
		'a bot',
		message({ message_type: 1, sender: { id: 1, type: 'agent_bot' } }),
		['Hello', 'bot', AT],
	],
	[
		'the AI assistant',
		message({ message_type: 1, sender: { id: 1, type: 'captain_assistant' } }),
		['Hello', 'bot', AT],
	],
	[
		'an automation rule',
		message({ message_type: 1, content_attributes: { automation_rule_id: 3 } }),
		['Hello', 'bot', AT],
	],
	['a greeting', message({ message_type: 3, content_type: 'text' }), ['Hello', 'bot', AT]],
	['a picture alone', message({ content: null }), [null, 'customer', AT]],
])('the last message is from %s', (_, last, expected) => {
	expect(stateOf({ last_non_activity_message: last, messages: [] })).toEqual(expected);
	expect(stateOf({ messages: [last] })).toEqual(expected);
});

const activity = message({ message_type: 2, content: 'Assigned to Ben' });
const note = message({ ...user, private: true, content: 'Secret' });
const UNKNOWN = [null, null, null];

test.each<[string, IDataObject, unknown[]]>([
	['there is none', { last_non_activity_message: null, messages: [] }, [null, 'none', null]],
	['there is none in a webhook', { messages: [] }, [null, 'none', null]],
	[
		'there is only an activity',
		{ last_non_activity_message: null, messages: [activity] },
		[null, 'none', null],
	],
	[
		'an activity followed',
		{ last_non_activity_message: message(), messages: [activity] },
		['Hello', 'customer', AT],
	],
	['a private note followed', { last_non_activity_message: note, messages: [note] }, UNKNOWN],
	[
		'a private note and an activity followed',
		{ last_non_activity_message: note, messages: [activity] },
		UNKNOWN,
	],
	['the record has no messages', { id: 1 }, UNKNOWN],
])('what the last message is if %s', (_, conversation, expected) => {
	expect(stateOf(conversation)).toEqual(expected);
});

test('a time of 0 is null: nobody waits', () => {
	const item = shaped({ waiting_since: 0, can_reply: false, unread_count: 10 }, CONVERSATION_STATE);
	expect(item).toMatchObject({ waiting_since: null, can_reply: false, unread_count: 10 });
});

/** Every recorded conversation with its messages. */
function conversationsIn(value: unknown): IDataObject[] {
	if (Array.isArray(value)) return value.flatMap(conversationsIn);
	if (!isObject(value)) return [];
	const inner = Object.values(value).flatMap(conversationsIn);
	return 'last_non_activity_message' in value ? [value as IDataObject, ...inner] : inner;
}

test.each(releases)('conversations of %s have the keys of their state', (release) => {
	const found = conversationsIn(allRecordings(release).map(({ response: { body } }) => body));
	const writers = new Map<unknown, number>();
	for (const conversation of found) {
		const item = shaped(conversation, CONVERSATION_STATE);
		writers.set(item.last_message_by, (writers.get(item.last_message_by) ?? 0) + 1);
		const last = conversation.last_non_activity_message as IDataObject | null;
		// A private note must not be read as what the customer saw last.
		if (last?.private) expect(item.last_message_by).not.toBe('agent');
		if (last?.message_type === 0) expect(item).toMatchObject({ last_message_by: 'customer' });
		expect(typeof item.can_reply).toBe('boolean');
		expect(typeof item.unread_count).toBe('number');
	}
	expect(found.length).toBeGreaterThan(20);
	expect([...writers.keys()]).toEqual(expect.arrayContaining(['agent', 'customer', 'none']));
});
