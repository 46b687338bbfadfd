import type { IDataObject } from 'n8n-workflow';
import { binaryOf } from '../../../live/node';
import type { TextFile } from '../../../truth/scenarios';
import { releases } from '../../../truth/recordings';
import { Channel } from '../../fake/channels';
import type { Row } from '../../fake/lists';
import { FakeChatwoot } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';
import { json } from '../../support/run';
import { callWait } from '../../support/waitingNode';

/** Emails: to whom they go, what they contain, and what is refused before anything is stored. */

clockOfTimers();

const REFUSED = 'write email addresses such as name@example.com or Name <name@example.com>';

describe.each(releases)('emails on %s', (release) => {
	let fake: FakeChatwoot;
	let email: Channel;
	let contact: Row;
	let talk: Row;

	beforeEach(() => {
		fake = new FakeChatwoot(release);
		email = new Channel(fake, 'Email');
		[contact] = fake.addContacts(1, () => ({ name: 'ana maria LOPEZ', email: 'ana@x.example' }));
		talk = email.talk(contact);
	});

	const send = async (additional_fields: IDataObject, more: IDataObject = {}) =>
		await fake.run('message.send', {
			...{ conversation_id: talk.id, content_kind: 'text', content: 'Hi', additional_fields },
			...more,
		});

	const sendTo = async (more: IDataObject, additional_fields: IDataObject = {}) =>
		await fake.run('message.sendToContact', {
			...{ send_to: 'email', email: 'ana@x.example', inbox_id: email.inbox.id },
			...{ if_resolved: 'reopen', content_kind: 'text', content: 'Hi', additional_fields },
			...more,
		});

	/** The bodies of the messages that were stored. */
	const stored = () => fake.bodies(`POST conversations/${talk.id}/messages`);

	describe('addresses', () => {
		test.each([
			['a@x.example,b@x.example', 'a@x.example, b@x.example'],
			['a@x.example; b@x.example;', 'a@x.example, b@x.example'],
			['a@x.example\nb@x.example\r\n', 'a@x.example, b@x.example'],
			['Ana <a@x.example>', 'a@x.example'],
			['"López, Ana" <a@x.example>, <b@x.example>', 'a@x.example, b@x.example'],
			[['Ana <a@x.example>', 'b@x.example'], 'a@x.example, b@x.example'],
			['["a@x.example", "Bo, Dr. <b@x.example>"]', undefined],
			["o'neil+n8n@x.example", "o'neil+n8n@x.example"],
			['root@localhost', 'root@localhost'],
		])('reads %j', async (cc_emails, sent) => {
			const { error } = await send({ cc_emails });
			if (sent) expect([error, stored()]).toMatchObject([undefined, [{ cc_emails: sent }]]);
			else expect(error?.message).toBe(`CC cannot contain "Bo": ${REFUSED}`);
		});

		test.each(['nobody', 'Ana López', 'müller@x.example', 'a@x..example', 'a b@x.example', '<>'])(
			'refuses %j before a contact is created',
			async (wrong) => {
				const fields = { to_emails: `a@x.example, ${wrong}` };
				const { error } = await sendTo({ email: 'new@x.example' }, fields);
				expect(error?.message).toBe(`To cannot contain "${wrong}": ${REFUSED}`);
				expect(fake.requests()).toEqual([]);
			},
		);

		test.each([
			[
				{ cc_emails: ['Ana <a@x.example>', 'b@x.example'] },
				{ cc_emails: 'a@x.example, b@x.example' },
			],
			[{ to_emails: 'a@x.example; b@x.example' }, { to_emails: 'a@x.example, b@x.example' }],
			[{ bcc_emails: 'a@x.example, Bo' }, undefined],
		])('reads those of a first message: %j', async (keys, sent) => {
			fake.before('POST conversations', () => talk);
			const { error } = await fake.run('conversation.create', {
				...{ create_for: 'contact', inbox_id: email.inbox.id, contact_id: contact.id },
				additional_fields: { message: JSON.stringify({ content: 'Hi', ...keys }) },
			});
			const bodies = fake.bodies('POST conversations');
			if (sent) expect(bodies).toMatchObject([{ message: { content: 'Hi', ...sent } }]);
			else {
				expect(error?.message).toBe(`First Message cannot contain "Bo": ${REFUSED}`);
				expect(bodies).toEqual([]);
			}
		});

		test('names all wrong addresses of a field', async () => {
			const { error } = await send({ bcc_emails: 'one; a@x.example; two' });
			expect(error?.message).toBe(`BCC cannot contain "one", "two": ${REFUSED}`);
		});

		test("finds a contact by the address next to the contact's name", async () => {
			const { items, error } = await sendTo({ email: 'Ana Lopez <ANA@x.example>' });
			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { contact_id: contact.id, contact_action: 'found' } }]);
		});

		test.each(['a@x.example, b@x.example', 'Ana <ana>'])(
			'refuses a contact with the email %j',
			async (wrong) => {
				const { error } = await sendTo({ email: wrong });
				expect(error?.message).toBe('Email must be an email address such as nathan@example.com');
				expect(fake.requests()).toEqual([]);
			},
		);
	});

	describe('Liquid in Email HTML', () => {
		const html = async (email_html_content: string, more: IDataObject = {}) =>
			await send({ email_html_content, ...more });

		beforeEach(() => {
			Object.assign(contact, { phone_number: '+4930111', custom_attributes: { plan: '<Pro>' } });
			talk.custom_attributes = { paid: false, tags: ['a', 'b'] };
			fake.before('GET /api/v#/profile', () => ({ id: 1, name: 'bo berg', email: 'bo@x.example' }));
		});

		test.each([
			['Hi {{contact.name}}', 'Hi Ana Maria Lopez'],
			['{{ contact.first_name }}, {{contact.last_name}}', 'Ana, Lopez'],
			['{{contact.email}} {{contact.phone_number}}', 'ana@x.example +4930111'],
			['{{contact.custom_attribute.plan}}', '&lt;Pro&gt;'],
			['{{contact.custom_attribute.city}}!', '!'],
			['{{contact.custom_attribute.city | default: "Bonn"}}', 'Bonn'],
			["{{conversation.custom_attribute.paid | default: 'no'}}", 'no'],
			['{{contact.name | default: "there"}}', 'Ana Maria Lopez'],
			['#{{conversation.display_id}} {{conversation.id}}', '#1 1'],
			['{{conversation.contact_name}}', 'Ana maria lopez'],
			['{{agent.name}} {{agent.email}}', 'Bo Berg bo@x.example'],
			['{{inbox.name}}', 'Email'],
			['a { b } {{}', 'a { b } {{}'],
		])('fills in %s', async (source, filled) => {
			const { error } = await html(`<p>${source}</p>`);
			expect(error).toBeUndefined();
			expect(stored()).toMatchObject([{ email_html_content: `<p>${filled}</p>` }]);
		});

		test('takes the text from HTML that is filled in', async () => {
			const more = { content_kind: 'none' };
			await send({ email_html_content: '<p>Hi {{contact.name}}</p>' }, more);
			expect(stored()).toMatchObject([{ content: 'Hi Ana Maria Lopez' }]);
			expect(email.received(talk.id)).toMatchObject([{ text: 'Hi Ana Maria Lopez' }]);
		});

		test.each([
			['{{contact.nickname}}', 'which is not filled in'],
			['{{ contact.name | upcase }}', 'which is not filled in'],
			['{% if contact.name %}', 'which is not filled in'],
			['{{message.text_content}}', 'which is not filled in'],
			['{{conversation.custom_attribute.tags}}', 'cannot be filled in: it is not a single value'],
		])('refuses %s by name', async (source, reason) => {
			const { error } = await html(`<p>Hi ${source}</p>`);
			expect(error?.message).toContain(`Email HTML contains ${source}, `);
			expect(error?.message).toContain(reason);
			expect(stored()).toEqual([]);
		});

		test('refuses unknown Liquid before a contact is created', async () => {
			const fields = { email_html_content: '<p>{{contact.nickname}}</p>' };
			const { error } = await sendTo({ email: 'new@x.example' }, fields);
			expect(error?.message).toContain('{{contact.nickname}}');
			expect(fake.contacts).toHaveLength(1);
		});

		test('fills in the contact that Send to Contact creates', async () => {
			const fields = { name: 'new one', email_html_content: '<p>{{contact.name}}</p>' };
			await sendTo({ email: 'new@x.example' }, fields);
			const { id } = fake.conversations[1];
			expect(fake.bodies(`POST conversations/${id}/messages`)).toMatchObject([
				{ email_html_content: '<p>New One</p>' },
			]);
		});

		test('refuses the name of an agent if a bot sends the email', async () => {
			const { error } = await html('<p>{{agent.name}}</p>', { agent_bot_id: 3 });
			expect(error?.message).toContain('{{agent.name}}, which cannot be filled in: a bot sends');
			expect(stored()).toEqual([]);
		});

		test.each(['GET /api/v#/profile', 'GET conversations/#'])(
			'refuses what the token may not read: %s',
			async (pattern) => {
				fake.before(pattern, () => json({ error: 'No' }, 401));
				const { error } = await html('<p>{{agent.name}}</p>');
				expect(error?.message).toContain('which cannot be filled in: the token may not read');
				expect(stored()).toEqual([]);
			},
		);
	});

	describe('Reply to All', () => {
		const all = { reply_to_all: true };
		const NONE = 'Reply to All needs an email from the contact, but there is none';

		/** An email that came in. */
		const mail = (fields: IDataObject, more: IDataObject = {}) =>
			fake.message(talk, {
				...{ message_type: 0, content_type: 'incoming_email', private: false, content: 'Hello' },
				content_attributes: {
					email: { from: ['ana@x.example'], to: ['support@acme.example'], cc: null, ...fields },
				},
				...more,
			});

		beforeEach(() => {
			Object.assign(email.inbox, {
				...{ email: 'Support@acme.example', forward_to_email: 'fwd@in.example' },
			});
			fake.inboxes[0].email = 'sales@acme.example';
		});

		const cases: Array<[title: string, fields: IDataObject, to: string, cc: string]> = [
			['the sender alone', {}, 'ana@x.example', ''],
			[
				'a colleague and a boss',
				{ to: ['support@acme.example', 'kol@x.example'], cc: ['boss@x.example'] },
				'ana@x.example',
				'kol@x.example, boss@x.example',
			],
			[
				'each address once',
				{ to: ['kol@x.example'], cc: ['KOL@x.example', 'Ana@X.example', 'boss@x.example'] },
				'ana@x.example',
				'kol@x.example, boss@x.example',
			],
			[
				'no inbox of the account',
				{
					to: ['SUPPORT@acme.example', 'fwd@in.example', 'sales@acme.example'],
					cc: ['reply+f10a8a2c-42ac-467e-a344-9ed6e6db394d@in.example', 'boss@x.example'],
				},
				'ana@x.example',
				'boss@x.example',
			],
			['another sender', { from: ['boss@x.example'] }, 'boss@x.example', ''],
		];
		test.each(cases)('sends the email to %s', async (_, fields, to_emails, cc_emails) => {
			mail(fields);
			const { error } = await send(all);
			expect(error).toBeUndefined();
			expect(stored()).toEqual([{ content: 'Hi', to_emails, cc_emails }]);
			expect(email.received(talk.id)).toMatchObject([{ to: [to_emails] }]);
		});

		test('answers the newest email, whatever was written since', async () => {
			mail({ from: ['old@x.example'] });
			mail({ from: ['new@x.example'] });
			for (let count = 0; count < 25; count++) await send({});
			fake.received.length = 0;
			await send(all);
			expect(stored()).toMatchObject([{ to_emails: 'new@x.example' }]);
		});

		test('adds the addresses in CC', async () => {
			mail({ cc: ['boss@x.example'] });
			await send({
				...all,
				cc_emails: 'Me <me@x.example>, BOSS@x.example',
				bcc_emails: 'b@x.example',
			});
			expect(stored()).toMatchObject([
				{ cc_emails: 'boss@x.example, me@x.example', bcc_emails: 'b@x.example' },
			]);
		});

		test('leaves out what Chatwoot does not accept, with a hint', async () => {
			mail({ cc: ['müller@x.example', 'boss@x.example'] });
			const { hints } = await send(all);
			expect(stored()).toMatchObject([{ cc_emails: 'boss@x.example' }]);
			expect(hints).toEqual([
				'Reply to All left out müller@x.example: Chatwoot does not accept it as an email address.',
			]);
		});

		test('does not send its switch if it is off', async () => {
			await send({ reply_to_all: false });
			expect(stored()).toEqual([{ content: 'Hi' }]);
		});

		test.each([
			[
				'To is set',
				{ ...all, to_emails: 'a@x.example' },
				'Reply to All cannot be combined with To',
			],
			[
				'an incoming message is stored',
				{ ...all, message_type: 'incoming' },
				'Reply to All only applies to messages that are sent to the contact',
			],
			['no email came in', all, NONE],
		])('is refused if %s', async (_, fields, reason) => {
			fake.message(talk, { message_type: 0, content: 'No email', content_attributes: {} });
			const { error } = await send(fields);
			expect(error?.message).toContain(reason);
			expect(stored()).toEqual([]);
		});

		test('is refused if an inbox itself sent the newest email', async () => {
			mail({ from: ['sales@acme.example'] });
			const { error } = await send(all);
			expect(error?.message).toContain('The newest email was sent by an inbox');
			expect(stored()).toEqual([]);
		});

		test('is refused in other inboxes', async () => {
			const api = new Channel(fake, 'API');
			talk = api.talk(contact);
			for (const { error } of [await send(all), await sendTo({ inbox_id: api.inbox.id }, all)])
				expect(error?.message).toContain('Reply to All only applies in email inboxes');
			expect(stored()).toEqual([]);
		});

		test.each(['GET conversations/#', 'GET conversations/#/messages'])(
			'is refused if the token may not read: %s',
			async (pattern) => {
				fake.before(pattern, () => json({ error: 'No' }, 401));
				const { error } = await send(all);
				expect(error?.message).toMatch(/^Reply to All needs .* that the token may read$/);
				expect(stored()).toEqual([]);
			},
		);

		test('answers the email of the conversation that Send to Contact finds', async () => {
			mail({ cc: ['boss@x.example'] });
			const { error } = await sendTo({}, all);
			expect(error).toBeUndefined();
			expect(stored()).toMatchObject([{ to_emails: 'ana@x.example', cc_emails: 'boss@x.example' }]);
		});

		test.each([
			['a contact', { email: 'new@x.example' }],
			['a conversation', { if_resolved: 'create' }],
		])('is refused before Send to Contact creates %s', async (_, more) => {
			talk.status = 'resolved';
			const { error } = await sendTo(more, all);
			expect(error?.message).toContain(NONE);
			expect([fake.contacts.length, fake.conversations.length]).toEqual([1, 1]);
		});
	});

	describe('Subject of Send to Contact', () => {
		const subject = { mail_subject: 'February' };
		const only = 'Only a new conversation gets a subject';

		const hintsOf = async (attributes: IDataObject, more: IDataObject = {}) => {
			talk.additional_attributes = attributes;
			const { hints, error } = await sendTo(more, subject);
			expect(error).toBeUndefined();
			return hints;
		};

		test.each(['February', 'RE: february ', 'Re: Re: February'])(
			'says nothing if the conversation has it: %s',
			async (mail_subject) => expect(await hintsOf({ mail_subject })).toEqual([]),
		);

		test('says under which subject the email is sent instead', async () => {
			expect(await hintsOf({ mail_subject: 'January' })).toEqual([
				`Subject was ignored: the email in conversation ${talk.id} is sent with the subject "Re: January". ${only}.`,
			]);
			expect(email.received(talk.id)).toMatchObject([{ text: 'Hi' }]);
		});

		test('says that the conversation has none', async () => {
			expect(await hintsOf({})).toEqual([
				`Subject was ignored: conversation ${talk.id} has none, so Chatwoot writes its own. ${only}.`,
			]);
		});

		test('says it if a conversation is reopened', async () => {
			talk.status = 'resolved';
			expect(await hintsOf({ mail_subject: 'January' })).toHaveLength(1);
		});

		test('gives it to a new conversation', async () => {
			talk.status = 'resolved';
			expect(await hintsOf({ mail_subject: 'January' }, { if_resolved: 'create' })).toEqual([]);
			expect(fake.bodies('POST conversations')).toMatchObject([{ additional_attributes: subject }]);
		});

		test('says that other inboxes have none', async () => {
			const api = new Channel(fake, 'API');
			talk = api.talk(contact);
			expect(await hintsOf({}, { inbox_id: api.inbox.id })).toEqual([
				'Subject was ignored: it only applies in email inboxes.',
			]);
		});
	});

	describe('an email that has not left yet', () => {
		const letter: TextFile = { name: 'letter.txt', type: 'text/plain', text: 'Dear Bo' };
		const other = { to_emails: 'bo@x.example', cc_emails: 'boss@x.example' };
		const recipients = () =>
			email.received(talk.id).map(({ to, cc }) => [to, cc ?? []].flat().join());

		/** An email with a file, which takes seconds to leave, and nobody waits for it. */
		const sendFile = async () => {
			const { error } = await fake.run(
				'message.send',
				{
					...{ conversation_id: talk.id, content_kind: 'text', content: 'File' },
					additional_fields: { ...other, attachments: 'letter' },
					options: { wait_seconds: 0 },
				},
				{ items: [{ json: {}, binary: binaryOf({ letter }) }] },
			);
			expect(error).toBeUndefined();
		};

		test.each([
			['another email', 'message.send', { content_kind: 'text', content: 'Hi' }],
			['a private note', 'message.createPrivateNote', { content: 'Note' }],
			['the note of Hand Off', 'conversation.handOver', { additional_fields: { note: 'Note' } }],
			['Resolve with Message', 'conversation.resolveWithMessage', { content: 'Bye' }],
			['a question to the team', 'question.sendAndWait', { message: 'Refund?' }],
			[
				'a question to the customer',
				'question.sendAndWait',
				{ message: 'Refund?', recipient: 'customer' },
			],
			[
				"a question for the customer's reply",
				'question.sendAndWait',
				{ message: 'Which order?', responseType: 'customer_reply' },
			],
		])('keeps its recipients before %s', async (_, operation, fields) => {
			await sendFile();
			const { error } = await fake.run(operation, { conversation_id: talk.id, ...fields });
			expect(error).toBeUndefined();
			expect(recipients()[0]).toBe('bo@x.example,boss@x.example');
		});

		test('keeps its recipients before the note about a response', async () => {
			await sendFile();
			const kept = {
				...{
					wait: `email-${release}`,
					path: `/api/v1/accounts/1/conversations/${talk.id}/messages`,
				},
				...{ buttons: [], message: 'Refund?', note_response: true, item: {} },
			};
			const query = { wait: kept.wait };
			const { items, log } = await fake.served(
				async (base_url) => await callWait({ base_url, kept, query, body: { response: 'Yes' } }),
			);
			expect([items?.length, log]).toEqual([1, []]);
			expect(fake.messages.at(-1)).toMatchObject({ content: 'Refund?\n\nYes', private: true });
			expect(recipients()[0]).toBe('bo@x.example,boss@x.example');
		});

		test('keeps its recipients before the next item, also if no item waits for its delivery', async () => {
			const { error } = await fake.run(
				'message.send',
				{
					...{ conversation_id: talk.id, content_kind: 'text', content: 'Hi' },
					additional_fields: { to_emails: '={{ $json.to }}' },
					options: { wait_seconds: 0 },
				},
				{ items: ['bo@x.example', 'cy@x.example', 'di@x.example'].map((to) => ({ json: { to } })) },
			);
			expect(error).toBeUndefined();
			expect(recipients()).toEqual(['bo@x.example', 'cy@x.example', 'di@x.example']);
		});

		test('says if it has not left in time', async () => {
			await sendFile();
			fake.before('GET conversations/#/messages', () => ({ payload: [] }));
			const note = { conversation_id: talk.id, content: 'Note' };
			const { error, hints } = await fake.run('message.createPrivateNote', note);
			expect([error, hints]).toEqual([
				undefined,
				[
					expect.stringMatching(
						/^Email \d+ had not left yet: it may be sent to the recipients of a later message\.$/,
					),
				],
			]);
		});

		test.each([
			['left', { source_id: 'x' }],
			['failed', { status: 'failed' }],
			['is old', { created_at: 1 }],
			['came in', { message_type: 0 }],
		])('is not waited for if it %s', async (_, changes) => {
			const { row } = fake.message(talk, {
				...{ message_type: 1, private: false, source_id: null, status: 'sent', content: 'x' },
				...{ created_at: Math.floor(Date.now() / 1000), ...changes },
			});
			talk.last_non_activity_message = row;
			await fake.run('message.createPrivateNote', { conversation_id: talk.id, content: 'Note' });
			expect(fake.requests()).toEqual(['GET conversations/1', 'POST conversations/1/messages']);
		});

		test('does not keep a note from a conversation that cannot be read', async () => {
			fake.before('GET conversations/#', () => json({ error: 'No' }, 401));
			const note = { conversation_id: talk.id, content: 'Note' };
			const { error } = await fake.run('message.createPrivateNote', note);
			expect(error).toBeUndefined();
			expect(fake.messages).toMatchObject([{ content: 'Note', private: true }]);
		});
	});
});
