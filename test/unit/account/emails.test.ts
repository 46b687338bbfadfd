import type { IDataObject } from 'n8n-workflow';
import { releases } from '../../../truth/recordings';
import { Channel } from '../../fake/channels';
import type { Row } from '../../fake/lists';
import { FakeChatwoot } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';
import { json } from '../../support/run';

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
});
