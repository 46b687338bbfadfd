import { type IDataObject } from 'n8n-workflow';
import { filterFields } from '../../../nodes/shared/events/filters';
import { OWN_USER } from '../../support/triggerNode';
import { bodyOf, open, through } from '../../support/delivered';

describe('filters', () => {
	type Row = [title: string, filters: IDataObject, lets: string[], holds: string[]];
	const attribute = (key: string, operator: string, value = '') => ({
		attributes: [{ key, operator, value }],
	});
	const contact = (...row: [string, string, string?]) => ({
		contact_attributes: attribute(...row),
	});
	const conversation = (...row: [string, string, string?]) => ({
		conversation_attributes: attribute(...row),
	});
	const changes = (...names: string[]) => names.map((name) => `conversation_updated--${name}`);
	const messages = (...names: string[]) => names.map((name) => `message_created--${name}`);
	const typing = (...names: string[]) => names.map((name) => `conversation_typing_on--${name}`);
	const planned = ['contact_updated--blocked', ...messages('incoming')];
	const planless = ['contact_updated--bulk-contacts', ...messages('after-bot-incoming')];
	const ordered = changes('custom-attributes');
	const unordered = changes('labels');

	const byOthers = messages('incoming', 'bot-reply-account');
	const byNoBot = messages('incoming', 'outgoing');

	const rows: Row[] = [
		[
			'assigned to anyone',
			{ assigned: 'anyone' },
			[...changes('assignee', 'assigned-bot', 'bulk'), ...messages('after-bot-incoming')],
			[...changes('assignee-null', 'team'), ...messages('incoming')],
		],
		[
			'assigned to nobody',
			{ assigned: 'nobody' },
			[...changes('assignee-null', 'team'), ...messages('incoming')],
			[...changes('assignee', 'assigned-bot', 'bulk'), ...messages('after-bot-incoming')],
		],
		[
			'assigned to no person',
			{ assigned: 'no_person' },
			[...changes('assignee-null', 'assigned-bot', 'team'), ...messages('incoming')],
			[...changes('assignee', 'bulk'), ...messages('after-bot-incoming')],
		],
		[
			'assigned to a chosen agent',
			{ assignee_ids: [27, 28] },
			changes('assignee', 'unassigned-bot', 'burst'),
			changes('assignee-null', 'assigned-bot'),
		],
		[
			'assigned to another agent, with the number of the bot',
			{ assignee_ids: [9] },
			[],
			changes('assignee', 'assigned-bot'),
		],
		['contact attribute is', contact('plan', 'equals', 'team'), planned, planless],
		['contact attribute is, in part', contact('plan', 'equals', 'tea'), [], planned],
		['contact attribute is not', contact('plan', 'not_equals', 'team'), planless, planned],
		['contact attribute contains', contact('plan', 'contains', 'EA'), planned, planless],
		['contact attribute is set', contact('plan', 'is_set'), planned, planless],
		['contact attribute is not set', contact('plan', 'is_not_set'), planless, planned],
		[
			"contact attribute of the service's own",
			contact('city', 'equals', 'Oslo'),
			planned,
			planless,
		],
		[
			'two contact attributes',
			{
				contact_attributes: {
					attributes: [
						{ key: 'plan', operator: 'is_set' },
						{ key: 'tier', operator: 'equals', value: 'gold' },
					],
				},
			},
			['contact_updated--merged'],
			planned,
		],
		[
			'contact attribute, of a widget that opens',
			contact('plan', 'is_not_set'),
			['webwidget_triggered--first-open', 'webwidget_triggered--known-visitor'],
			[],
		],
		['conversation attribute is', conversation('order_no', 'equals', '77'), ordered, unordered],
		[
			'conversation attribute is not',
			conversation('order_no', 'not_equals', '77'),
			unordered,
			ordered,
		],
		[
			'conversation attribute contains',
			conversation('order_no', 'contains', '7'),
			ordered,
			['conversation_created--widget', ...unordered],
		],
		['conversation attribute is set', conversation('order_no', 'is_set'), ordered, unordered],
		[
			'conversation attribute is not set',
			conversation('order_no', 'is_not_set'),
			unordered,
			ordered,
		],
		[
			"conversation attribute of the service's own",
			conversation('referer', 'contains', '/pricing'),
			['conversation_created--widget'],
			['conversation_created--api-with-message', 'conversation_created--api-empty'],
		],
		[
			'conversation attribute with more in it',
			conversation('browser', 'contains', 'firefox'),
			['conversation_created--widget'],
			['conversation_created--api-empty'],
		],
		[
			'content contains, not minding capitals',
			{ content_contains: 'FROM A customer' },
			messages('incoming'),
			messages('outgoing', 'incoming-attachment'),
		],
		[
			'content contains, in the plain text',
			{ content_contains: '<p>' },
			[],
			messages('widget', 'markdown-website', 'email-collect'),
		],
		[
			'content contains what the HTML leaves out',
			{ content_contains: '<b>tag</b>' },
			messages('markdown-website', 'markdown'),
			messages('widget'),
		],
		[
			'content matches, in the plain text',
			{ content_matches: '^hi from the SITE$' },
			messages('widget'),
			messages('incoming'),
		],
		[
			'content matches, of a text without its stored form',
			{ content_matches: '^give the team .*you\\.$' },
			messages('email-collect'),
			messages('email-collect-2'),
		],
		[
			'content types',
			{ content_types: ['input_select', 'form'] },
			[
				...messages('input-select', 'form', 'bot-reply-select'),
				'message_updated--submitted-values',
			],
			messages('incoming', 'csat-template'),
		],
		['incoming', { directions: ['incoming'] }, messages('incoming'), messages('outgoing', 'form')],
		[
			'outgoing',
			{ directions: ['outgoing'] },
			messages('outgoing', 'private-note', 'bot-reply'),
			messages('incoming', 'greeting-2'),
		],
		[
			'templates',
			{ directions: ['template'] },
			messages('greeting-2', 'csat-template'),
			messages('greeting', 'outgoing'),
		],
		[
			'inboxes',
			{ inbox_ids: '18, 66' },
			[
				...messages('widget'),
				...changes('csat-template'),
				...typing('widget-typing'),
				'conversation_created--widget',
				'message_updated--fail-api-inbox-500',
				'webwidget_triggered--first-open',
			],
			[...messages('incoming'), ...changes('labels'), ...typing('typing-contact')],
		],
		[
			'any label, by default',
			{ labels: ['bug', 'x'] },
			changes('labels'),
			changes('labels-cleared'),
		],
		[
			'any label',
			{ labels: ['bug', 'vip'], labels_rule: 'any' },
			[...changes('labels', 'burst-3'), ...messages('after-bot-incoming')],
			[...changes('labels-cleared', 'bulk'), ...messages('incoming')],
		],
		[
			'all labels',
			{ labels: ['bug', 'vip'], labels_rule: 'all' },
			changes('labels'),
			changes('burst-3', 'labels-cleared'),
		],
		[
			'no such label',
			{ labels: ['bug', 'billing'], labels_rule: 'none' },
			changes('burst-3', 'labels-cleared'),
			changes('labels', 'burst'),
		],
		[
			'no priority',
			{ priorities: ['none'] },
			changes('priority-null', 'labels'),
			changes('priority', 'burst'),
		],
		[
			'priorities',
			{ priorities: ['high', 'low'] },
			changes('priority', 'burst', 'burst-2'),
			changes('priority-null', 'patch-priority'),
		],
		[
			'agents send',
			{ senders: ['agent'] },
			[...messages('outgoing', 'private-note'), ...typing('typing-agent')],
			[...messages('incoming', 'bot-reply', 'by-automation'), ...typing('typing-contact')],
		],
		[
			'bots send',
			{ senders: ['bot'] },
			[...messages('bot-reply', 'bot-private-by-bot'), 'message_updated--bot-submitted'],
			[...messages('outgoing', 'incoming', 'greeting-2'), ...typing('typing-agent')],
		],
		[
			'contacts send',
			{ senders: ['contact'] },
			[...messages('incoming', 'widget'), ...typing('typing-contact')],
			[...messages('outgoing', 'bot-reply', 'by-automation-2'), ...typing('typing-agent')],
		],
		[
			'rules and templates send',
			{ senders: ['automation'] },
			messages('by-automation', 'by-automation-2', 'greeting-2', 'csat-template'),
			messages('outgoing', 'bot-reply', 'incoming'),
		],
		[
			'statuses',
			{ statuses: ['resolved', 'snoozed'] },
			[
				...changes('resolved', 'snoozed'),
				'conversation_status_changed--bulk',
				...messages('csat-template'),
			],
			[...changes('pending', 'toggled'), ...messages('incoming')],
		],
		['teams', { team_ids: [9] }, changes('team'), changes('team-null', 'labels')],
		['no such team', { team_ids: [10] }, [], changes('team')],
		[
			'public',
			{ visibility: 'public' },
			[...messages('outgoing', 'incoming'), ...typing('typing-agent')],
			[...messages('private-note', 'bot-private'), ...typing('typing-agent-private')],
		],
		[
			'private',
			{ visibility: 'private' },
			[...messages('private-note', 'bot-private'), ...typing('typing-agent-private')],
			[...messages('outgoing', 'incoming'), ...typing('typing-agent')],
		],
		[
			'a contact is blocked',
			{ contact_blocked: 'blocked' },
			['contact_updated--blocked'],
			['contact_updated--bulk-contacts', ...messages('incoming')],
		],
		[
			'a contact is not blocked',
			{ contact_blocked: 'not_blocked' },
			messages('incoming'),
			['contact_updated--blocked'],
		],
		...(
			[
				['name', 'equals', 'wanda w.', true],
				['name', 'equals', 'Wanda', false],
				['name', 'not_equals', 'Wanda W.', false],
				['name', 'begins_with', 'WANDA ', true],
				['name', 'begins_with', 'W.', false],
				['email', 'contains', '@EXAMPLE.com', true],
				['email', 'matches', '^wanda-\\w+@', true],
				['email', 'matches', '^\\w+@', false],
				['identifier', 'is_set', '', true],
				['phone_number', 'is_set', '', false],
				['phone_number', 'is_not_set', '', true],
			] as const
		).map(([key, operator, value, passes]): Row => {
			const row = { key, operator, ...(value ? { value } : {}) };
			const names = messages('incoming', 'outgoing');
			return [
				`a contact's ${key} ${operator} ${value}`,
				{ contact_details: { details: [row] } },
				passes ? names : [],
				passes ? [] : names,
			];
		}),
		['an agent by id', { sender_agent_ids: [OWN_USER] }, messages('outgoing'), byOthers],
		['a bot by id', { sender_bot_ids: [9] }, messages('bot-reply-account'), byNoBot],
		[
			'an agent or a bot by id',
			{ sender_agent_ids: [OWN_USER], sender_bot_ids: [9] },
			messages('outgoing', 'bot-reply-account'),
			messages('incoming'),
		],
		[
			'not this agent',
			{ sender_agent_ids: [OWN_USER], sender_rule: 'none' },
			byOthers,
			messages('outgoing'),
		],
		['without groups', { without_groups: true }, messages('incoming'), []],
		[
			'two at once',
			{ labels: ['vip'], statuses: ['resolved'] },
			changes('unassigned-bot'),
			changes('labels', 'resolved'),
		],
		['empty ones', { labels: [], content_contains: '' }, messages('incoming'), []],
	];

	const chosenFor = (names: string[]) => [...new Set(names.map((name) => name.split('--')[0]))];

	test.each(rows)('%s', async (_, filters, lets, holds) => {
		const names = [...lets, ...holds];
		expect(await through(open({ events: chosenFor(names), filters }), names)).toEqual(lets);
	});

	/** As 4.18 is documented: the assistant is only in the conversation, and may have an agent's ID. */
	test.each<[string, IDataObject, IDataObject]>([
		[
			'of a message',
			{},
			{ assignee_id: 26, assignee_name: 'Helper', assignee_type: 'captain_assistant' },
		],
		[
			'that takes over from an agent',
			{ changed_attributes: [{ assignee_id: { previous_value: 26, current_value: null } }] },
			{ assignee_id: 26, assignee_name: 'Helper', assignee_type: 'captain_assistant' },
		],
		[
			'that an agent takes over from',
			{ changed_attributes: [{ assignee_id: { previous_value: null, current_value: 27 } }] },
			{ assignee_id: 27, assignee_name: null, assignee_type: 'user' },
		],
	])('an assistant is no agent: one %s', async (_, more, item) => {
		const recordedBody = bodyOf('conversation_updated--labels');
		const meta = {
			...(recordedBody.meta as IDataObject),
			assignee: { id: 26, name: 'Helper' },
			assignee_type: 'Captain::Assistant',
		};
		const body = { ...recordedBody, meta, ...more };
		const all = open({ events: ['conversation_updated'] });
		expect((await all.receive(body)).items).toMatchObject([item]);
		const filters = { assigned: 'no_person' };
		const people = open({ events: ['conversation_updated'], filters });
		expect((await people.receive(body)).items).toHaveLength(item.assignee_type === 'user' ? 0 : 1);
	});

	test.each([
		['a phone number as it is written', { phone_number: '+55 (11) 98765-4321' }, 'equals', true],
		['a phone number of another country', { phone_number: '+49 11' }, 'begins_with', false],
		['the beginning of a phone number', { phone_number: '+55 (11)' }, 'begins_with', true],
		['a part of a phone number', { phone_number: '98765-43' }, 'contains', true],
		['the ID of WhatsApp', { phone_number: '5511987654321@s.whatsapp.net' }, 'equals', true],
		['the other form of a phone number', { phone_number: '+55 11 8765-4321' }, 'equals', true],
		['not the other form of a phone number', { phone_number: '551187654321' }, 'not_equals', false],
		['not another phone number', { phone_number: '+49 151 12345678' }, 'not_equals', true],
		['a phone number of the default country', { phone_number: '(11) 8765-4321' }, 'equals', true],
		['a pattern for one form only', { phone_number: '^\\+55118' }, 'matches', false],
	])('%s', async (_, { phone_number: value }, operator, passes) => {
		const details = [{ key: 'phone_number', operator, value }];
		const filters = { contact_details: { details } };
		const settings = { events: ['contact_updated'], filters };
		const trigger = open(settings, '4.10', { default_country: 'BR' });
		const body = { ...bodyOf('contact_updated--blocked'), phone_number: '+5511987654321' };
		expect((await trigger.receive(body)).items).toHaveLength(Number(passes));
	});

	test.each([
		['the identifier of a group', { identifier: '120363040400000000@g.us' }, 0],
		['a channel', { identifier: '120363000000000000@newsletter' }, 0],
		['the status messages of Evolution API', { phone_number: '+123456' }, 0],
		['the status messages of WAHA', { identifier: 'whatsapp.integration' }, 0],
		['the identifier of a person', { identifier: '5511987654321@s.whatsapp.net' }, 1],
	])('without groups: %s', async (_, sender, items) => {
		const recordedBody = bodyOf('message_created--incoming');
		const { conversation } = recordedBody as { conversation: { meta: IDataObject } };
		const meta = { ...conversation.meta, sender };
		const body = { ...recordedBody, conversation: { ...conversation, meta } };
		const filters = { without_groups: true };
		const trigger = open({ events: ['message_created'], filters });
		expect((await trigger.receive(body)).items).toHaveLength(items);
		const all = open({ events: ['message_created'], filters: { without_groups: false } });
		expect((await all.receive(body)).items).toHaveLength(1);
	});

	test('a phone number without a country code is refused', async () => {
		const details = [
			{ key: 'name', operator: 'is_set' },
			{ key: 'phone_number', operator: 'equals', value: '(11) 98765-4321' },
		];
		const filters = { contact_details: { details } };
		const trigger = open({ events: ['contact_updated'], filters });
		await expect(trigger.receive(bodyOf('contact_updated--blocked'))).rejects.toThrow(
			/^Contact Details entry 2: Value "\(11\) 98765-4321" has no country code: /,
		);
	});

	test.each([
		[{ contact_details: { details: [{ key: 'name', operator: 'matches', value: '(' }] } }],
		[{ contact_attributes: attribute('plan', 'matches', '(') }],
	])('a value that is no regular expression is refused: %j', async (filters) => {
		const trigger = open({ events: ['contact_updated'], filters });
		await expect(trigger.receive(bodyOf('contact_updated--blocked'))).rejects.toThrow(
			/entry 1: Value is not a valid regular expression/,
		);
	});

	test('an attribute that was emptied is not set', async () => {
		const name = 'contact_updated--blocked';
		const received = async (plan: unknown, operator: string) => {
			const body = { ...bodyOf(name), custom_attributes: { plan }, additional_attributes: {} };
			const trigger = open({ events: ['contact_updated'], filters: contact('plan', operator) });
			return (await trigger.receive(body as IDataObject)).items.length;
		};
		for (const plan of ['', null, undefined])
			expect([await received(plan, 'is_set'), await received(plan, 'is_not_set')]).toEqual([0, 1]);
		for (const plan of ['team', 0, false])
			expect([await received(plan, 'is_set'), await received(plan, 'is_not_set')]).toEqual([1, 0]);
	});

	const bots = { assigned: 'no_person' };
	const noted = 'message_created--private-note-website-2';
	const newer: Row[] = [
		[
			'a bot from the start is somebody',
			{ assigned: 'nobody' },
			['conversation_updated--assignee-null'],
			['conversation_created--bot-inbox', 'conversation_updated--assignee'],
		],
		[
			'a bot from the start is no person',
			bots,
			['conversation_created--bot-inbox', 'conversation_updated--assignee-null'],
			['conversation_updated--assignee', 'conversation_updated--bot-assigned-agent'],
		],
		[
			"an answer in the channel's own app is an agent's",
			{ senders: ['agent'] },
			['message_created--by-echo', 'message_created--outgoing'],
			['message_created--by-captain', 'message_created--by-automation-2'],
		],
		[
			'nor an automation',
			{ senders: ['automation'] },
			['message_created--by-automation-2'],
			['message_created--by-echo'],
		],
		['content contains, as typed', { content_contains: 'a < B and c > d' }, [noted], []],
		['content matches, as typed', { content_matches: 'use <b>x</b> &amp; ' }, [noted], []],
		[
			'an inbox that was made',
			{ inbox_ids: [56] },
			['inbox_created--inbox-created', 'inbox_updated--inbox-renamed'],
			['inbox_created--inbox-created-email'],
		],
	];

	test.each(newer)('of 4.16: %s', async (_, filters, lets, holds) => {
		const names = [...lets, ...holds];
		const trigger = open({ events: chosenFor(names), filters }, '4.16');
		expect(await through(trigger, names, '4.16')).toEqual(lets);
	});

	test('are all shown here', () => {
		// Opening Hours needs a request: `hours.test.ts` shows it.
		const shown = [...rows.flatMap(([, filters]) => Object.keys(filters)), 'opening_hours'];
		expect(new Set(shown)).toEqual(new Set(filterFields.map(({ name }) => name)));
	});

	test.each<[string, IDataObject, string, IDataObject]>([
		['status', { statuses: ['resolved'] }, 'resolved', { status: 'open' }],
		['priority', { priorities: ['none'] }, 'priority-null', { priority: 'high' }],
		['labels', { labels: ['bug'] }, 'labels', { labels: [] }],
		['no labels', { labels: ['x'], labels_rule: 'none' }, 'labels-cleared', { labels: ['x'] }],
		['nobody', { assigned: 'nobody' }, 'assignee-null', { meta: { assignee: { id: 27 } } }],
		['assignee', { assignee_ids: [27] }, 'assignee', { meta: { assignee: null } }],
		['team', { team_ids: [9] }, 'team', { meta: { team: null } }],
		[
			'attributes',
			conversation('order_no', 'equals', '77'),
			'custom-attributes',
			{ custom_attributes: { order_no: 78 } },
		],
	])('%s: by the change, not by what came later', async (_, filters, name, later) => {
		const trigger = open({ events: ['conversation_updated'], filters });
		const { items } = await trigger.receive({
			...bodyOf(`conversation_updated--${name}`),
			...later,
		});
		expect(items).toHaveLength(1);
	});

	test.each<[string, string[], IDataObject, RegExp]>([
		[
			'labels of a contact',
			['contact_updated', 'message_created'],
			{ labels: ['vip'] },
			/^Some filters do not work with the chosen events: Contact Updated has no data for Label Names or IDs\. Use a second trigger/,
		],
		[
			'the text of a change, in ready-made events too',
			['conversation_reopened', 'csat_answered'],
			{ content_contains: 'a' },
			/: Conversation Reopened has no data for Content Contains\. /,
		],
		[
			'all faults together',
			['contact_created', 'inbox_updated'],
			{ senders: ['bot'], inbox_ids: [1] },
			/Contact Created has no data for Inbox Names or IDs; Contact Created has no data for Senders; Inbox Updated has no data for Senders/,
		],
		['visibility of a status', ['conversation_created'], { visibility: 'private' }, /Visibility/],
	])('do not go together with events: %s', async (_, chosen, filters, message) => {
		const trigger = open({ events: chosen, filters });
		await expect(trigger.receive(bodyOf('message_created--incoming'))).rejects.toThrow(message);
	});
});
