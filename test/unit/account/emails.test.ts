import type { IDataObject } from 'n8n-workflow';
import { releases } from '../../../truth/recordings';
import { Channel } from '../../fake/channels';
import { FakeChatwoot, type Row } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';

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
});
