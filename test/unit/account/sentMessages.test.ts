import type { IDataObject } from 'n8n-workflow';
import { clockOfTimers } from '../../support/clock';
import { json, run } from '../../support/run';
import { ACCOUNT } from '../../support/shownHints';
import type { Answer } from '../../support/server';

/** Message → Retry and Delete: what they say about messages that were already sent, or are sent again. */

clockOfTimers();

const conversation = `${ACCOUNT}/conversations/7`;
const FAILED = { id: 5, message_type: 1, content_type: 'text', status: 'failed', source_id: null };
const SENT = { ...FAILED, status: 'sent' };
const parameters = { conversation_id: 7, message_id: 5 };
const rows = (message: IDataObject) => json({ meta: {}, payload: [message] });
const inChannel = (channel: string) => json({ id: 7, meta: { channel } });

/** Retries a message. @param before as it is before @param looks what the reads afterwards return */
async function retry(
	before: IDataObject,
	looks: Answer[] = [],
	{ channel = 'Channel::Telegram', options = {} } = {},
) {
	const outcome = await run('message.retry', { ...parameters, options }, [
		rows(before),
		inChannel(channel),
		json(SENT),
		...looks,
	]);
	return {
		...outcome,
		requests: outcome.received.map(({ method, path }) => `${method} ${path}`),
	};
}

describe('Message: Retry', () => {
	test.each([
		['articles', { content_type: 'article' }],
		['cards', { content_type: 'cards' }],
		['forms', { content_type: 'form' }],
		['options to choose from', { content_type: 'input_select' }],
	])('refuses a message with %s before Chatwoot stores it as sent', async (name, more) => {
		const { error, requests } = await retry({ ...FAILED, ...more });
		expect(error?.message).toContain(
			`Message 5 contains ${name}, so Chatwoot does not send it again. Send it as a new message instead`,
		);
		expect(requests).toEqual([`GET ${conversation}/messages`]);
	});

	test('refuses an email with To, which Chatwoot would send to the contact', async () => {
		const to_emails = ['boss@x.example', 'sales@x.example'];
		const { error, requests } = await retry({ ...FAILED, content_attributes: { to_emails } });
		expect(error?.message).toContain(
			'Message 5 is addressed to boss@x.example, sales@x.example, but Chatwoot would send it to the contact. Send it as a new message instead',
		);
		expect(requests).toEqual([`GET ${conversation}/messages`]);
	});

	test('refuses a message that failed after the channel had accepted it', async () => {
		const { error, requests } = await retry({ ...FAILED, source_id: 'wamid.5' });
		expect(error?.message).toContain(
			'Message 5 has a source ID: the channel had accepted it before it failed',
		);
		expect(requests).toEqual([`GET ${conversation}/messages`]);
	});

	test.each([
		['a source ID', { source_id: '6' }, 'handed_over'],
		['the status delivered', { status: 'delivered' }, 'delivered'],
	])('reads the message until it has %s', async (_, more, delivery) => {
		const after = { ...SENT, ...more };
		const { items, hints, requests } = await retry(FAILED, [rows(SENT), rows(SENT), rows(after)]);
		expect(items).toMatchObject([{ json: { ...more, delivery } }]);
		expect(hints).toEqual([]);
		expect(requests.slice(3)).toEqual(Array(3).fill(`GET ${conversation}/messages`));
	});

	test.each([
		['131026: Undeliverable', '131026: Undeliverable'],
		[undefined, 'Chatwoot does not say why'],
	])('fails with the error of the channel if it fails again: %s', async (external_error, shown) => {
		const again = { ...FAILED, content_attributes: { external_error } };
		const { error } = await retry(FAILED, [rows(SENT), rows(again)]);
		expect(error?.message).toContain(
			`Message 5 was not delivered to the customer (Telegram): ${shown}`,
		);
	});

	test.each([
		['quotation', { in_reply_to: 4 }],
		['quotation', { in_reply_to_external_id: 'wamid.4' }],
		['CC', { cc_emails: ['a@x.example'], bcc_emails: [], to_emails: [] }],
		['CC and its BCC', { cc_emails: ['a@x.example'], bcc_emails: ['b@x.example'] }],
	])('says that a message was sent without its %s: %j', async (name, content_attributes) => {
		const { hints } = await retry({ ...FAILED, content_attributes }, [
			rows({ ...SENT, source_id: '6' }),
		]);
		expect(hints).toEqual([
			`Message 5 was sent again without its ${name}, because Chatwoot clears the content attributes.`,
		]);
	});

	test('says that it is not known whether the channel took the message', async () => {
		const { items, hints } = await retry(FAILED, [rows(SENT)]);
		expect(items).toMatchObject([{ json: { id: 5, status: 'sent', delivery: 'unknown' } }]);
		expect(hints).toEqual([
			'Chatwoot had not handed over message 5 after 5 seconds. It may still be sent: do not send it again at once.',
		]);
	});

	test.each([
		[
			'Channel::Api',
			[
				"Message 5 is in an API inbox: Chatwoot calls the inbox's webhook with message_updated, not with message_created again. If your system only handles message_created, send it as a new message instead.",
			],
		],
		['Channel::WebWidget', []],
	])('reads nothing afterwards if nothing is handed over: %s', async (channel, expected) => {
		const { items, hints, requests } = await retry(FAILED, [], { channel });
		expect(items).toMatchObject([{ json: { id: 5, status: 'sent', delivery: 'handed_over' } }]);
		expect(hints).toEqual(expected);
		expect(requests).toHaveLength(3);
	});

	test('waits as long as Wait at Most says', async () => {
		const options = { wait_seconds: 0 };
		const { items, hints, requests } = await retry(FAILED, [], { options });
		expect(items).toMatchObject([{ json: { id: 5, delivery: 'not_checked' } }]);
		expect([hints, requests.length]).toEqual([[], 3]);
	});

	test('does not fail if the message cannot be read after it was sent again', async () => {
		const { items, hints } = await retry(FAILED, [json({ error: 'Not allowed' }, 422)]);
		expect(items).toMatchObject([{ json: { id: 5, status: 'sent', delivery: 'unknown' } }]);
		expect(hints).toEqual([expect.stringContaining('It may still be sent')]);
	});
});

describe('Message: Delete', () => {
	const deleted = { ...SENT, content_attributes: { deleted: true } };
	const remove = async (message: IDataObject, channel: string) =>
		await run('message.delete', parameters, [json(message), inChannel(channel)]);

	test.each([
		['Channel::Telegram', { source_id: '77' }],
		['Channel::Line', { status: 'delivered' }],
	])('says that the contact keeps a message that was handed over: %s', async (channel, more) => {
		const { hints } = await remove({ ...deleted, ...more }, channel);
		expect(hints).toEqual([
			'The contact keeps message 5: it was already sent, and deleting only removes it from Chatwoot.',
		]);
	});

	test.each([
		['an API inbox', { source_id: '77' }, 'Channel::Api'],
		['a website', { source_id: '77' }, 'Channel::WebWidget'],
		['a message of the contact', { source_id: '77', message_type: 0 }, 'Channel::Telegram'],
		['a private note', { source_id: '77', private: true }, 'Channel::Telegram'],
		['a message that was not handed over', {}, 'Channel::Telegram'],
	])('says nothing that is not certain: %s', async (_, more, channel) => {
		const { items, hints } = await remove({ ...deleted, ...more }, channel);
		expect(items).toHaveLength(1);
		expect(hints).toEqual([]);
	});
});
