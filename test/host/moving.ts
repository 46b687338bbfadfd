import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { program } from '../../host/install';
import { npm, root, step } from '../../host/steps';
import { convert } from '../../moving/engine';
import { devlikeapro } from '../../moving/packages/devlikeapro';
import { movesOf } from '../../moving/source';
import { startSandbox } from '../../sandbox/server';
import { OTHER, otherVersion } from '../benchmark/workflows';
import { atSandbox } from '../support/atSandbox';
import { report } from '../support/checklist';
import { editor, until, type StoredWorkflow } from '../support/editor';
import type { Prepare } from '../support/part';
import type { N8n } from '../support/realN8n';

type Row = Record<string, unknown>;
type Editor = Awaited<ReturnType<typeof editor>>;

/** How a converted workflow is run, and what must be true afterwards. */
interface Proof {
	run: () => Promise<void>;
	right: () => Promise<void>;
}

const folder = join(root, 'test', 'moving');

/** Workflows with HTTP Request nodes, of other packages and of release 0.2, converted. */
const converted = Object.fromEntries(
	readdirSync(folder).map((file): [string, StoredWorkflow] => {
		const name = basename(file, '.json');
		const original = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row;
		const { workflow } = convert(original);
		const id = name.replace(/\W/g, '').slice(-36);
		return [name, { ...workflow, id, active: false } as unknown as StoredWorkflow];
	}),
);

/** Into an n8n, as it installs community packages. */
async function installOther({ folder: user, line }: N8n): Promise<void> {
	const nodes = join(user, '.n8n', 'nodes');
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await npm('other-package', [
		'install',
		`--prefix=${nodes}`,
		...flags,
		`${OTHER}@${otherVersion}`,
	]);
	const shared = join(dirname(program(line)), '..', '..', 'n8n-workflow');
	symlinkSync(shared, join(nodes, 'node_modules', 'n8n-workflow'));
}

/** Operations and fields of the table that the package, as n8n has loaded it, does not have. */
async function unknownNames({ types }: Editor): Promise<string[]> {
	const loaded = (await types()).find(({ name }) => name === devlikeapro.nodes[0]);
	assert.ok(loaded, `n8n has not loaded ${devlikeapro.nodes[0]}`);
	const fits = ({ displayOptions }: INodeProperties, resource: string, operation?: string) =>
		displayOptions?.show?.resource?.includes(resource) &&
		(!operation || displayOptions.show.operation?.includes(operation));
	return Object.entries(devlikeapro.operations).flatMap(([key, moves]) => {
		const [resource, operation] = key.split('.');
		const offered = loaded.properties
			.filter((one) => one.name === 'operation' && fits(one, resource))
			.flatMap(({ options = [] }) => (options as INodePropertyOptions[]).map(({ value }) => value));
		if (!offered.includes(operation)) return [key];
		const known = loaded.properties
			.filter((one) => fits(one, resource, operation))
			.map(({ name }) => name);
		return movesOf(moves)
			.flatMap(({ fields = {}, when = {} }) => [...Object.keys(fields), ...Object.keys(when)])
			.filter((name) => !known.includes(name))
			.map((name) => `${key}: ${name}`);
	});
}

function proofsOf(api: Editor, at: ReturnType<typeof atSandbox>): Record<string, Proof> {
	/** One execution has ended, and well. */
	const ended = async (name: string) => {
		const holds = async () => {
			const { success, error } = await api.executions(converted[name].id);
			if (error) assert.deepEqual(await api.failures(converted[name].id), []);
			return success >= 1 && (await api.running()) === 0;
		};
		await until(`an execution of ${name}`, holds, 60_000);
		assert.equal((await api.executions(converted[name].id)).success, 1);
	};
	const execute = async (name: string) => {
		await api.listen(converted[name].id, 'Start');
		await ended(name);
	};
	/** Activates a workflow and lets this happen. */
	const happens = async (name: string, act: () => Promise<void>) => {
		const { id, nodes } = converted[name];
		const before = (await at.webhooks()).length;
		const triggers = nodes.filter(({ type }) =>
			type.endsWith('.customerConversationTrigger'),
		).length;
		await api.activate(id);
		const has = async (count: number) => (await at.webhooks()).length === before + count;
		await until('the webhook', async () => await has(triggers));
		await act();
		await ended(name);
		await api.deactivate(id);
		await until('the end of the webhook', async () => await has(0));
	};
	const talks: Record<string, number> = {};
	const conversationsOf = async (contact: number) =>
		(await at.get<{ payload: Array<Row & { id: number }> }>(`contacts/${contact}/conversations`))
			.payload;
	const contactsOf = async (text: string) =>
		(
			await at.get<{ payload: Array<Row & { id: number }> }>(
				`contacts/search?q=${encodeURIComponent(text)}`,
			)
		).payload;

	return {
		'devlikeapro-reply': {
			run: async () =>
				await happens('devlikeapro-reply', async () => {
					talks.reply = await at.opens(31);
					await at.says(talks.reply, 'Is it open on Sunday?');
					await until('the note', async () => (await at.notes(talks.reply)).length === 1);
				}),
			right: async () => {
				const { status, labels, meta } = await at.conversation(talks.reply);
				const { name, email } = (meta as unknown as { sender: Row }).sender;
				assert.deepEqual([status, labels], ['resolved', ['vip']]);
				assert.deepEqual(await at.answers(talks.reply), [
					`Hello ${String(name)}, you said: Is it open on Sunday?`,
				]);
				assert.deepEqual(await at.notes(talks.reply), [`resolved, vip, ${String(email)}`]);
			},
		},
		'devlikeapro-contacts': {
			run: async () => {
				talks.one = await at.opens(27);
				talks.other = await at.opens(27);
				await execute('devlikeapro-contacts');
			},
			right: async () => {
				const [{ id, name }] = await contactsOf('greta.okafor@');
				const found = await conversationsOf(id);
				assert.ok(found.length >= 2);
				for (const one of found) {
					assert.deepEqual(await at.notes(one.id), [`Of ${String(name)}, id ${id}`]);
					assert.equal((await at.conversation(one.id)).meta.team?.id, 2);
				}
				assert.deepEqual(await contactsOf('nobody-moving@'), []);
			},
		},
		'fazer-ai-alert': {
			run: async () => await execute('fazer-ai-alert'),
			right: async () => {
				const [contact, ...more] = await contactsOf('+14155559901');
				assert.deepEqual([contact.name, more], ['On Duty', []]);
				const [{ id, inbox_id, labels }] = await conversationsOf(contact.id);
				assert.deepEqual([inbox_id, labels], [2, ['vip']]);
				assert.deepEqual(await at.answers(id), ['Three customers wait.']);
				const { custom_attributes } = await at.conversation(id);
				assert.equal(custom_attributes.alerted, '+14155559901');
			},
		},
		'fazer-ai-trigger': {
			run: async () =>
				await happens('fazer-ai-trigger', async () => {
					talks.heard = await at.opens(32);
					await at.says(talks.heard, 'Wo ist mein Päckchen?');
					await until('the note', async () => (await at.notes(talks.heard)).length === 1);
				}),
			right: async () => {
				assert.deepEqual(await at.answers(talks.heard), ['You wrote: Wo ist mein Päckchen?']);
				const [{ name }] = await at.get<Row[]>('agents');
				assert.deepEqual(await at.notes(talks.heard), [`Answered by ${String(name)}`]);
			},
		},
		'http-customers': {
			run: async () => await execute('http-customers'),
			right: async () => {
				for (const email of ['http-one@moving.example', 'http-two@moving.example']) {
					const [{ name, custom_attributes }] = await contactsOf(email);
					assert.deepEqual([name, custom_attributes], [`Now ${email}`, { account: '1' }]);
				}
			},
		},
		'release-0.2-bot': {
			run: async () =>
				await happens('release-0.2-bot', async () => {
					talks.upgraded = await at.opens(33);
					await at.says(talks.upgraded, 'I want a human');
					await until('the hand-over', async () => (await at.notes(talks.upgraded)).length === 1);
				}),
			right: async () => {
				const { status, labels } = await at.conversation(talks.upgraded);
				assert.deepEqual([status, labels], ['open', ['human']]);
				assert.deepEqual(await at.notes(talks.upgraded), [
					'The customer asks for a person: I want a human',
				]);
				assert.deepEqual(await at.answers(talks.upgraded), [
					'A colleague takes over and will answer here.',
				]);
			},
		},
		'renatoascencio-sync': {
			run: async () => {
				talks.sync = await at.opens(27);
				await execute('renatoascencio-sync');
			},
			right: async () => {
				const [contact] = await contactsOf('greta.okafor@');
				assert.equal((contact.custom_attributes as Row).synced, 'yes');
				const { status, priority } = await at.conversation(talks.sync);
				assert.deepEqual([status, priority], ['pending', 'urgent']);
				assert.deepEqual(await at.answers(talks.sync), [
					`Is ${String(contact.email)} still right?`,
				]);
			},
		},
		'webhook-labels': {
			run: async () =>
				await happens('webhook-labels', async () => {
					talks.labels = await at.opens(34);
					await at.ask('POST', `/api/v1/accounts/1/conversations/${talks.labels}/labels`, {
						labels: ['vip'],
					});
					await at.says(talks.labels, 'Is it open?');
				}),
			right: async () => {
				const { meta } = await at.conversation(talks.labels);
				const { name } = (meta as unknown as { sender: Row }).sender;
				assert.deepEqual(await at.answers(talks.labels), [
					`${String(name)}: Is it open?, vip, 0 of 0`,
				]);
			},
		},
	};
}

/** Converted workflows are imported and run. */
export const moving: Prepare = async (n8n) => {
	await step(`Install ${OTHER}`, async () => await installOther(n8n));
	const sandbox = await startSandbox();
	const { url: base_url, tokens } = sandbox;
	return {
		// A converted workflow names the old credential; n8n finds the new one of that name.
		credentials: [
			{
				...{ id: 'movedCredential', name: 'Old account', type: 'customerConversationApi' },
				data: { base_url, account_id: '1', api_access_token: tokens.user },
			},
			// As docs/credentials.md writes it for several customers.
			{
				...{ id: 'customersCredential', name: 'Chatwoot', type: 'customerConversationApi' },
				data: {
					base_url: "={{ $('Each').item.json.base }}",
					account_id: "={{ $('Each').item.json.account }}",
					api_access_token: "={{ $('Each').item.json.key }}",
				},
			},
		],
		workflows: Object.values(converted).map(
			(workflow) =>
				JSON.parse(JSON.stringify(workflow).replaceAll('{base_url}', base_url)) as StoredWorkflow,
		),
		check: async () => {
			await n8n.server();
			const api = await editor(n8n.address);
			await report(`the table of ${OTHER} has its names`, async () =>
				assert.deepEqual(await unknownNames(api), []),
			);
			const proofs = proofsOf(api, atSandbox(sandbox));
			assert.deepEqual(Object.keys(proofs).sort(), Object.keys(converted).sort());
			for (const [name, { run, right }] of Object.entries(proofs))
				await report(`${name}: imported, run, right`, async () => {
					await run();
					await right();
				});
		},
		close: async () => await sandbox.close(),
	};
};
