import type { INodeExecutionData } from 'n8n-workflow';
import type { Release } from '../../../truth/recordings';
import { fault } from '../../support/releases';
import { json, run } from '../../support/run';

const VERSIONS: Record<Release, string> = { '4.10': '4.10.0', '4.16': '4.16.2' };
const api = (version: unknown) => json({ version, queue_services: 'ok' });

type Answers = Parameters<typeof run>[2];
const update = async (fields: object, answers: Answers, items?: INodeExecutionData[]) =>
	await run('account.update', { update_fields: fields }, answers, { items });

/** The account as a server gives it back. */
const account = (settings?: object) => json({ id: 1, name: 'Acme', ...(settings && { settings }) });

fault(
	'A field that is newer than the server is refused before it is sent (11)',
	async (release) => {
		const settings = { auto_resolve_after: 30 };
		const old = await update(settings, [api('3.16.0'), account()]);
		expect(old.error?.message).toBe(
			'Auto Resolve After needs Chatwoot 4.2 or newer, this server is 3.16.0',
		);
		expect(old.error?.description).toContain('Nothing was sent.');
		expect(old.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api']);

		const known = await update(settings, [api(VERSIONS[release]), account(settings)]);
		expect(known.error).toBeUndefined();
		expect(known.items[0].json).toMatchObject({ settings });

		// What does not tell its version is not refused; without such a field nobody is asked.
		for (const silent of [json({}), api('nightly'), json([])])
			expect((await update(settings, [silent, account(settings)])).error).toBeUndefined();
		const other = await update({ name: 'Acme' }, [account()]);
		expect(other.received.map(({ method }) => method)).toEqual(['PATCH']);
	},
);

fault('The server is asked for its version once an execution (11)', async (release) => {
	const settings = { auto_resolve_after: 30 };
	const items = Array.from({ length: 12 }, () => ({ json: {} }));
	const { received } = await update(settings, [api(VERSIONS[release]), account(settings)], items);
	expect(received.filter(({ path }) => path === '/api')).toHaveLength(1);
	expect(received).toHaveLength(13);
});

fault('What the service left out or changed is an error with the id (11)', async (release) => {
	const version = api(VERSIONS[release]);
	const left = await update({ auto_resolve_after: 30, name: 'Acme' }, [version, account({})]);
	expect(left.error?.message).toBe('The service did not take Auto Resolve After');
	expect(left.error?.description).toContain('Record 1 exists and has all else.');

	const changed = await update({ auto_resolve_label: 'closed' }, [
		account({ auto_resolve_label: 'other' }),
	]);
	expect(changed.error?.message).toBe('The service did not take Auto Resolve Label');

	// Case and blanks are the service's to change.
	const team = async (name: string) =>
		await run('team.create', { name: 'North  Sea' }, [json({ id: 4, name })]);
	expect((await team('north sea')).error).toBeUndefined();
	expect((await team('south sea')).error?.message).toBe('The service did not take Name');
});
