import type { IDataObject } from 'n8n-workflow';
import { dependsOnUser, unansweredIn } from '../../../nodes/CustomerConversation/tasks/unanswered';
import { wordsOf } from '../../../nodes/shared/tasks/messageWords';
import { isTeamAnswer } from '../../../nodes/shared/vocabulary';

const contact = { id: 1, type: 'contact' };
const agent = { id: 7, type: 'user' };
const user = { id: 8, type: 'user' };
const bot = { id: 3, type: 'agent_bot' };
const captain = { id: 4, type: 'captain_assistant' };

/** A message at this second; its ID is its place among the messages, unless another is given. */
const at = (
	created_at: number,
	sender: IDataObject | null,
	more: IDataObject = {},
): IDataObject => ({
	created_at,
	sender,
	message_type: sender?.type === 'contact' ? 0 : 1,
	private: false,
	content_type: 'text',
	content_attributes: {},
	content: `At ${created_at}`,
	...more,
});

const numbered = (messages: IDataObject[]) =>
	messages.map((message, index): IDataObject => ({ id: index + 1, ...message }));

/** IDs of the messages that are not answered, and whether the one that started is the newest. */
function unanswered(messages: IDataObject[], started?: number, quiet = started ? 8 : 0) {
	const rows = numbered(messages);
	const found = unansweredIn(rows, { started, quiet, user: user.id });
	// The order of the list does not matter.
	expect(unansweredIn(rows.reverse(), { started, quiet, user: user.id })).toEqual(found);
	return [found.messages.map(({ id }) => id), found.isNewest];
}

const DELETED = { content: 'This message was deleted', content_attributes: { deleted: true } };

describe('what counts as an answer', () => {
	test.each<[string, IDataObject, boolean]>([
		['an agent', at(1, agent), true],
		['an agent bot', at(1, bot), true],
		['the AI assistant', at(1, captain), true],
		[
			"somebody in the channel's own app",
			at(1, null, { content_attributes: { external_echo: true } }),
			true,
		],
		['an agent, and it could not be delivered', at(1, agent, { status: 'failed' }), true],
		['an agent, and it was deleted', at(1, agent, DELETED), true],
		['an agent, as a private note', at(1, agent, { private: true }), false],
		['an automation rule', at(1, null, { content_attributes: { automation_rule_id: 2 } }), false],
		['Chatwoot: a greeting or a survey', at(1, null, { message_type: 3 }), false],
		['Chatwoot: an activity', at(1, null, { message_type: 2 }), false],
		['the customer', at(1, contact), false],
		['an agent, without content attributes', at(1, agent, { content_attributes: null }), true],
	])('a message from %s', (_, message, expected) => {
		expect(isTeamAnswer(message)).toBe(expected);
		expect(unanswered([at(0, contact), message, at(2, contact)])[0]).toHaveLength(
			expected ? 1 : message.message_type === 0 ? 3 : 2,
		);
	});
});

test.each<[string, IDataObject[], number | undefined, unknown[], boolean]>([
	['nothing was written', [], 1, [], false],
	['only the team wrote', [at(0, agent)], 1, [], false],
	['the customer began', [at(0, contact), at(1, contact)], 2, [1, 2], true],
	['the team began', [at(0, agent), at(1, contact)], 2, [2], true],
	['another message came', [at(0, contact), at(1, contact)], 1, [1, 2], false],
	['no message started it', [at(0, contact), at(1, contact)], undefined, [1, 2], true],
	['a person answered', [at(0, contact), at(1, agent)], 1, [], true],
	['it is not known which message started it', [at(0, contact)], 99, [1], false],
	[
		'the second of two messages of one second has the lower place, but the higher ID',
		[at(5, contact, { id: 12 }), at(5, contact, { id: 11 })],
		12,
		[11, 12],
		true,
	],
	[
		'the time counts more than the ID',
		[at(5, contact, { id: 12 }), at(6, contact, { id: 11 })],
		11,
		[12, 11],
		true,
	],
	['the newest was deleted', [at(0, contact), at(1, contact, DELETED)], 2, [1], true],
	['an older one was deleted', [at(0, contact, DELETED), at(1, contact)], 2, [2], true],
	['another came and was deleted', [at(0, contact), at(1, contact, DELETED)], 1, [1], false],
	['all were deleted', [at(0, contact, DELETED)], 1, [], true],
	// A bot that waits 8 seconds.
	[
		'the bot answered the earlier burst',
		[at(0, contact), at(8, bot), at(30, contact)],
		3,
		[3],
		true,
	],
	[
		'the customer wrote while the bot made its answer',
		[at(0, contact), at(12, contact), at(14, bot)],
		2,
		[2],
		true,
	],
	[
		'the customer went on before and after the answer that was being made',
		[at(0, contact), at(10, contact), at(15, contact), at(20, bot), at(21, contact)],
		5,
		[2, 3, 5],
		true,
	],
	['the bot answered long ago', [at(0, contact), at(69, bot)], 1, [], true],
	['a person answered at once', [at(0, contact), at(1, agent), at(2, contact)], 3, [3], true],
	[
		"the token's user answers for the bot",
		[at(0, contact), at(12, contact), at(14, user)],
		2,
		[2],
		true,
	],
	[
		'the bot answered in two parts',
		[at(0, contact), at(9, bot), at(11, bot), at(40, contact)],
		4,
		[4],
		true,
	],
	[
		'another bot answered at once, then ours',
		[at(0, contact), at(1, captain), at(10, bot), at(60, contact)],
		4,
		[4],
		true,
	],
])('%s', (_, messages, started, expected, isNewest) => {
	expect(unanswered(messages, started)).toEqual([expected, isNewest]);
});

test('without waiting, each answer is one to everything before it', () => {
	const messages = [at(0, contact), at(0, bot), at(0, contact)];
	expect(unanswered(messages, 3, 0)).toEqual([[3], true]);
	expect(unanswered([at(0, contact), at(0, bot)], 1, 0)).toEqual([[], true]);
});

test('what the customer entered into a form of the team is new, and the form is an answer', () => {
	const form = (more: IDataObject) =>
		at(3, bot, { content_type: 'form', content_attributes: more });
	const values = { submitted_values: [{ name: 'size', value: 'L' }] };
	expect(unanswered([at(0, contact), form({ items: [] })])).toEqual([[], true]);
	expect(unanswered([at(0, contact), form(values)], 2, 2)).toEqual([[2], true]);
	expect(unanswered([at(0, contact), form(values), at(9, contact)])).toEqual([[2, 3], true]);
	expect(unanswered([form(values), at(30, agent)])).toEqual([[], true]);
	const rated = { submitted_values: { csat_survey_response: { rating: 1 } } };
	const survey = at(3, agent, { content_type: 'input_csat', content_attributes: rated });
	expect(unanswered([survey])[0]).toEqual([]);
});

test('it says whether earlier messages may belong to it', () => {
	const complete = (messages: IDataObject[]) =>
		unansweredIn(numbered(messages), { started: 9, quiet: 8 }).complete;
	expect(complete([])).toBe(false);
	expect(complete([at(0, contact), at(1, contact)])).toBe(false);
	expect(complete([at(0, agent), at(1, contact)])).toBe(true);
	// A message just before that answer of the bot was not read for it.
	expect(complete([at(0, bot), at(1, contact)])).toBe(false);
	expect(complete([at(0, contact), at(9, bot), at(30, contact)])).toBe(true);
});

test('who the user of the token is only matters if a user answered soon', () => {
	const depends = (messages: IDataObject[], quiet = 8) => dependsOnUser(numbered(messages), quiet);
	expect(depends([at(0, contact), at(7, agent), at(20, contact)])).toBe(true);
	expect(depends([at(0, contact), at(8, agent), at(20, contact)])).toBe(false);
	expect(depends([at(0, contact), at(40, agent)])).toBe(true);
	expect(depends([at(0, contact), at(7, bot), at(20, contact)])).toBe(false);
	expect(depends([at(0, agent), at(1, contact)])).toBe(false);
	expect(depends([at(0, contact), at(7, agent)], 0)).toBe(false);
});

describe('in words', () => {
	const file = (file_type: string, more: IDataObject = {}) =>
		wordsOf(at(0, contact, { content: null, attachments: [{ file_type, ...more }] }));

	test.each<[string, IDataObject, string]>([
		['image', { data_url: 'https://x.example/blobs/eyJ/invoice.png' }, 'Picture: invoice.png'],
		['image', { data_url: 'https://x.example/a/Gr%C3%B6%C3%9Fe.png?x=1' }, 'Picture: Größe.png'],
		['image', { data_url: 'https://x.example/a/100%.png' }, 'Picture: 100%.png'],
		['image', { data_url: 'https://x.example/p/12345' }, 'Picture'],
		['image', { data_url: null }, 'Picture'],
		['video', { data_url: 'https://x.example/v.mp4' }, 'Video: v.mp4'],
		['file', { data_url: 'https://x.example/a.b.pdf#page=2' }, 'File: a.b.pdf'],
		[
			'audio',
			{ data_url: 'https://x.example/v.ogg', transcribed_text: ' Where is it? ' },
			'Voice message: Where is it?',
		],
		[
			'audio',
			{ data_url: 'https://x.example/v.ogg', transcribed_text: '' },
			'Voice message: v.ogg',
		],
		[
			'location',
			{ coordinates_lat: 52.5, coordinates_long: 0, fallback_title: 'Café, Main Street 1' },
			'Place: 52.5, 0, Café, Main Street 1',
		],
		['location', { coordinates_lat: 0, coordinates_long: 0, fallback_title: '' }, 'Place'],
		[
			'contact',
			{ fallback_title: '+4915112345678', meta: { firstName: 'Ada', lastName: 'Lovelace' } },
			'Contact card: Ada Lovelace, +4915112345678',
		],
		['contact', { fallback_title: '+491', meta: {} }, 'Contact card: +491'],
		['contact', { fallback_title: '+491', meta: null }, 'Contact card: +491'],
		[
			'fallback',
			{ fallback_title: 'A page', data_url: 'https://x.example/page' },
			'Attachment: A page, https://x.example/page',
		],
		['ig_reel', { data_url: 'https://cdn.example/reel' }, 'Reel'],
		['hologram', {}, 'Attachment'],
	])('a file of the type %s %j', (type, more, expected) => {
		expect(file(type, more)).toBe(`[${expected}]`);
	});

	test.each<[string, IDataObject, string]>([
		['text', { content: ' Hi\n' }, 'Hi'],
		[
			'text and a file',
			{ content: 'Look', attachments: [{ file_type: 'image', data_url: '/a.png' }] },
			'Look\n[Picture: a.png]',
		],
		[
			'an email',
			{ content: 'The new part', content_attributes: { email: { subject: 'Order 42' } } },
			'[Subject: Order 42]\nThe new part',
		],
		['nothing', { content: null }, '[Empty message]'],
		['nothing at all', { content: undefined, content_attributes: null }, '[Empty message]'],
		[
			'what the channel cannot send on',
			{ content: '', content_attributes: { is_unsupported: true } },
			'[Message that Chatwoot cannot show]',
		],
		['files that are none', { content: 'Hi', attachments: null }, 'Hi'],
	])('%s', (_, more, expected) => {
		expect(wordsOf(at(0, contact, more))).toBe(expected);
	});

	test('what was chosen from a list, entered into a form, or given as an email address', () => {
		const entered = (content_attributes: IDataObject) =>
			wordsOf(at(0, bot, { content: 'Choose', content_attributes }));
		expect(
			entered({
				items: [{ title: 'Yes', value: 'y' }],
				submitted_values: [{ title: 'Yes', value: 'y' }],
			}),
		).toBe('[Entered: Yes: y]');
		expect(entered({ submitted_email: 'a@x.example' })).toBe('[Entered: a@x.example]');
	});
});
