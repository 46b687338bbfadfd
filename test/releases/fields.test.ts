import type { IDataObject } from 'n8n-workflow';
import { CustomerConversationPlatform } from '../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { fault } from '../support/releases';
import type { Release } from '../support/recordings';
import { json, run } from '../support/run';

const VERSIONS: Record<Release, string> = { '4.10': '4.10.0', '4.16': '4.16.2' };
const api = (release: Release) => json({ version: VERSIONS[release] });

type Answers = Parameters<typeof run>[2];
const platform = async (operation: string, parameters: IDataObject, answers: Answers) =>
	await run(operation, parameters, answers, { node: new CustomerConversationPlatform() });

const calls = ({ received }: Awaited<ReturnType<typeof run>>) =>
	received.map(({ method, path }) => `${method} ${path}`);

const ACCOUNTS = '/platform/api/v1/accounts';

fault('Features that the release does not know make no account (10)', async (release) => {
	const [old, later] = ['quoted_email_reply', 'captain_tasks'];
	const [known, unknown] = release === '4.10' ? [old, later] : [later, old];
	const switchOn = (...flags: string[]) => ({
		name: 'Acme',
		additional_fields: { features: { values: { switch_on: ['sla', ...flags] } } },
	});
	const user = { user_name: 'Ann', email: 'ann@example.com', password: 'Secret1!', role: 'agent' };
	for (const [operation, more] of [
		['account.create', {}],
		['account.provision', user],
	] as const) {
		const refused = await platform(operation, { ...switchOn(unknown), ...more }, [api(release)]);
		expect(refused.error?.message).toContain(`Features has ${unknown}, which needs Chatwoot`);
		expect(refused.error?.message).toContain(`this server is ${VERSIONS[release]}`);
		expect(calls(refused)).toEqual(['GET /api']);
	}

	const made = json({ id: 7, name: 'Acme', features: { sla: true, [known]: true } });
	const created = await platform('account.create', switchOn(known), [api(release), made]);
	expect(created.error).toBeUndefined();
	expect(calls(created)).toEqual(['GET /api', `POST ${ACCOUNTS}`]);
	// A flag of every release asks nobody.
	const same = await platform('account.create', switchOn(), [made]);
	expect(calls(same)).toEqual([`POST ${ACCOUNTS}`]);
});
