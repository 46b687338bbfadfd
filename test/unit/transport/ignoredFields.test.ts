import type { INodeExecutionData } from 'n8n-workflow';
import { versionOf } from '../../../truth/recordings';
import { onEachRelease } from '../../support/releases';
import { json, run } from '../../support/run';

const api = (version: unknown) => json({ version, queue_services: 'ok' });

type Answers = Parameters<typeof run>[2];
const update = async (fields: object, answers: Answers, items?: INodeExecutionData[]) =>
	await run('account.update', { update_fields: fields }, answers, { items });

/** The account as a server gives it back. */
const account = (settings?: object) => json({ id: 1, name: 'Acme', ...(settings && { settings }) });

onEachRelease(
	'refuses a field that is newer than the server before it is sent',
	async (release) => {
		const settings = { auto_resolve_after: 30 };
		const old = await update(settings, [api('3.16.0'), account()]);
		expect(old.error?.message).toBe(
			'Auto Resolve After requires Chatwoot 4.2 or later (this server runs 3.16.0)',
		);
		expect(old.error?.description).toContain('Nothing was sent.');
		expect(old.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api']);

		const known = await update(settings, [api(versionOf(release)), account(settings)]);
		expect(known.error).toBeUndefined();
		expect(known.items[0].json).toMatchObject({ settings });

		// What does not tell its version is not refused; without such a field nobody is asked.
		for (const silent of [json({}), api('nightly'), json([])])
			expect((await update(settings, [silent, account(settings)])).error).toBeUndefined();
		const other = await update({ name: 'Acme' }, [account()]);
		expect(other.received.map(({ method }) => method)).toEqual(['PATCH']);
	},
);

onEachRelease('asks the server for its version once an execution', async (release) => {
	const settings = { auto_resolve_after: 30 };
	const items = Array.from({ length: 12 }, () => ({ json: {} }));
	const { received } = await update(settings, [api(versionOf(release)), account(settings)], items);
	expect(received.filter(({ path }) => path === '/api')).toHaveLength(1);
	expect(received).toHaveLength(13);
});

onEachRelease(
	'fails with the ID of the record if the service left out or changed a field',
	async (release) => {
		const version = api(versionOf(release));
		const left = await update({ auto_resolve_after: 30, name: 'Acme' }, [version, account({})]);
		expect(left.error?.message).toBe('Chatwoot did not save Auto Resolve After');
		expect(left.error?.description).toContain('Record 1 was saved with everything else.');

		const changed = await update({ auto_resolve_label: 'closed' }, [
			account({ auto_resolve_label: 'other' }),
		]);
		expect(changed.error?.message).toBe('Chatwoot did not save Auto Resolve Label');

		// Case and blanks are the service's to change.
		const team = async (name: string) =>
			await run('team.create', { name: 'North  Sea' }, [json({ id: 4, name })]);
		expect((await team('north sea')).error).toBeUndefined();
		expect((await team('south sea')).error?.message).toBe('Chatwoot did not save Name');
	},
);

onEachRelease('says with its ID what a message or a conversation lacks', async () => {
	const message = async (fields: object, reply: object, operation = 'message.send') =>
		await run(
			operation,
			{
				...{ conversation_id: 5, content_kind: 'text', content: 'Hi {{contact.name}}' },
				additional_fields: fields,
			},
			[json({ id: 7, content: 'Hi Ann', message_type: 1, sender: { type: 'user' }, ...reply })],
		);
	// Liquid is filled in, and a kind of message is a number.
	expect((await message({ message_type: 'outgoing' }, {})).error).toBeUndefined();
	const note = async (reply: object) => await message({}, reply, 'message.createPrivateNote');
	expect((await note({ private: true })).error).toBeUndefined();
	for (const reply of [{ private: false }, {}])
		expect((await note(reply)).error?.message).toBe(
			'Message 7 was not stored as a private note: the contact may see it',
		);
	const noReply = { content_attributes: { in_reply_to: null } };
	expect((await message({ in_reply_to: 99 }, noReply)).error?.message).toBe(
		'Chatwoot did not save Reply to Message',
	);
	const { error: user } = await message({ agent_bot_id: 3 }, {});
	expect(user?.message).toContain("message 7 was sent by the token's user");

	const conversation = async (fields: object, meta: object, record?: object) =>
		await run(
			'conversation.create',
			{ create_for: 'contact', inbox_id: 2, contact_id: 9, additional_fields: fields },
			[json({ id: 4, inbox_id: 2, ...record, meta: { sender: { id: 9 }, ...meta } })],
		);
	const both = { assignee_id: 5, team_id: 6, hmac_verified: true };
	const team = { id: 6 };
	expect(
		(await conversation(both, { assignee: { id: 5 }, team, hmac_verified: true })).error,
	).toBeUndefined();
	// Who is not in the team gives way to somebody who is; a known contact stays unverified.
	const { error: other } = await conversation(both, { assignee: { id: 8 }, team });
	expect(other?.message).toBe('Chatwoot did not save Agent, Identity Verified');
	expect(other?.description).toContain('Record 4 was saved');
	// A bot makes it pending.
	expect((await conversation({ status: 'open' }, {}, { status: 'pending' })).error).toBeUndefined();
});

onEachRelease('says with its ID what a profile or a bot lacks', async () => {
	const profile = async (reply: object) =>
		await run('profile.update', { update_fields: { phone_number: '+4915112345678' } }, [
			json({ id: 3, email: 'ada@x.example', ...reply }),
		]);
	const { error } = await profile({});
	expect(error?.message).toBe('Chatwoot did not save Phone Number');
	expect(error?.description).toContain('Record 3 was saved');
	const custom_attributes = { phone_number: '+4915112345678' };
	expect((await profile({ custom_attributes })).error).toBeUndefined();

	const fields = { outgoing_url: 'https://bots.example.com/in' };
	for (const [operation, parameters] of [
		['agentBot.create', { name: 'Bot', ...fields }],
		['agentBot.update', { agent_bot_id: 8, update_fields: fields }],
	] as const) {
		const bot = { id: 8, name: 'Bot' };
		const { error: lost } = await run(operation, parameters, [json(bot)]);
		expect(lost?.message).toBe('Chatwoot did not save Webhook URL');
		expect(lost?.description).toContain('Record 8 was saved');
		expect((await run(operation, parameters, [json({ ...bot, ...fields })])).error).toBeUndefined();
	}
});
