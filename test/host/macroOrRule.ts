/** The trigger's source Macro or Rule in the real n8n: its life at the service, and its deliveries. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { deliveries, delivery, releases } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import {
	collect,
	itemsOf,
	nothing,
	post,
	started,
	type Editor,
	type Sandbox,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { until } from '../support/editor';
import type { N8n } from '../support/realN8n';
import type { Life } from './addresses';

const id = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

/** A workflow, and the list of the record that starts it. */
interface Started {
	name: string;
	list: 'macros' | 'automation_rules';
	parameters: IDataObject;
}

const MADE: Started = {
	name: 'macro-made',
	list: 'macros',
	parameters: { started_by: 'new_macro', name: 'To n8n', visibility: 'global' },
};
const RULE: Started = {
	name: 'rule-life',
	list: 'automation_rules',
	parameters: { started_by: 'existing_rule', automation_rule_id: id(1) },
};
const ESCALATE: IDataObject = { started_by: 'existing_macro', macro_id: id(1) };
const SHARING: Started[] = ['macro-one', 'macro-two'].map((name) => ({
	...{ name, list: 'macros', parameters: ESCALATE },
}));

/** The workflows of the life cycle. */
export const macroOrRuleLives = (credential: string) =>
	[MADE, RULE, ...SHARING].map(({ name, parameters }) =>
		started(name, { source: 'macro_or_rule', ...parameters }, [nothing], credential),
	);

/** The workflow of the deliveries. */
export const macroOrRuleWorkflow = (collector: string) =>
	started('macro-all', { source: 'macro_or_rule', ...ESCALATE }, [
		collect(`${collector}/macro-all`),
	]);

type Row = IDataObject & { id: number; actions: IDataObject[] };

const rowsOf = async (sandbox: Sandbox, list: string): Promise<Row[]> =>
	(await atSandbox(sandbox).get<{ payload: Row[] }>(list)).payload;

/** The URLs that call a workflow. */
async function urlsOf(sandbox: Sandbox, { list, name }: Pick<Started, 'list' | 'name'>) {
	const actions = (await rowsOf(sandbox, list)).flatMap((row) => row.actions);
	return actions
		.filter(({ action_name }) => action_name === 'send_webhook_event')
		.map(({ action_params }) => new URL(String((action_params as unknown[])[0])))
		.filter(({ searchParams }) => searchParams.get('workflow') === name);
}

/** Each step of the life cycle, after which the right actions stand at the service. */
export function macroOrRuleLife(n8n: N8n, sandbox: Sandbox): Life {
	const { address } = n8n;
	const at = atSandbox(sandbox);
	const standing = async (of: Started) =>
		(await urlsOf(sandbox, of)).map(({ origin, pathname, searchParams }) => {
			assert.match(String(searchParams.get('secret')), /^[0-9a-f]{64}$/);
			return `${pathname.startsWith('/webhook-test/') ? 'test' : 'production'} at ${origin}`;
		});
	const after = async (
		of: Started,
		event: string,
		act: () => Promise<unknown>,
		right: string[],
	): Promise<void> =>
		await report(`${of.name}, ${event}: ${right.join(' and ') || 'none'}`, async () => {
			await act();
			let found: string[] = [];
			const isRight = async () => isDeepStrictEqual((found = await standing(of)), right);
			// n8n ends a test in the background.
			await until(event, isRight).catch(() => assert.deepEqual(found, right));
		});
	const production = [`production at ${address}`];
	const beside = [...production, `test at ${address}`];
	const publish = async (api: Editor, of: Started) => {
		await api.deactivate(of.name);
		for (const one of await standing(of)) assert.match(one, /^test/);
		await api.activate(of.name);
	};
	/** What was there before the workflow, without what it makes. */
	const others = async () =>
		[...(await rowsOf(sandbox, 'macros')), ...(await rowsOf(sandbox, 'automation_rules'))].map(
			({ id: number, actions, visibility }) => ({ number, actions, visibility }),
		);
	let before: unknown;
	const first = async (api: Editor, of: Started) => {
		const { name, list } = of;
		const untouched = await others();
		await after(of, 'activated', () => api.activate(name), production);
		await after(of, 'deactivated', () => api.deactivate(name), []);
		await report(`${name}, deactivated: everything is as before`, async () =>
			assert.deepEqual(await others(), untouched),
		);
		await after(of, 'activated again', () => api.activate(name), production);
		const listen = async () => await api.listen(name, 'Trigger');
		await after(of, 'listens for a test event', listen, beside);
		const comes = async () => {
			const urls = (await urlsOf(sandbox, of)).map(({ href }) => href);
			const test = String(urls.find((url) => url.includes('/webhook-test/')));
			assert.equal(await post(test, delivery('macro.executed--macro').body), 200);
		};
		await after(of, 'the test event came', comes, production);
		await after(of, 'listens again', listen, beside);
		const stop = async () => await api.ask('DELETE', `/test-webhook/${name}`);
		await after(of, 'the test is stopped', stop, production);
		const edit = async () => {
			for (const row of await rowsOf(sandbox, list)) {
				const body = { visibility: 'global', actions: [] };
				if (JSON.stringify(row.actions).includes(`workflow=${name}`))
					if (of === MADE) await at.remove(`/api/v1/accounts/1/${list}/${row.id}`);
					else await at.ask('PATCH', `/api/v1/accounts/1/${list}/${row.id}`, body);
			}
			await publish(api, of);
		};
		await after(of, 'removed by hand, then published again', edit, production);
	};
	return {
		first: async (api) => {
			before = await others();
			for (const of of [MADE, RULE]) {
				await first(api, of);
				if (of === RULE) {
					const actions = [{ action_name: 'change_priority', action_params: ['urgent'] }];
					await api.deactivate(RULE.name);
					await until('it is let go', async () => (await standing(RULE)).length === 0);
					await at.ask('PATCH', '/api/v1/accounts/1/automation_rules/1', { actions });
					await api.activate(RULE.name);
				}
			}
			const [one, two] = SHARING;
			await after(one, 'activated', () => api.activate(one.name), production);
			await after(two, 'on the same macro', () => api.activate(two.name), production);
			await after(two, 'deactivated', () => api.deactivate(two.name), []);
			await after(one, 'the other is deactivated', async () => {}, production);
			await after(MADE, 'listens, and n8n ends', () => api.listen(MADE.name, 'Trigger'), beside);
		},
		restarted: async (api) => {
			for (const of of [MADE, RULE])
				await after(of, 'n8n started again, published again', () => publish(api, of), [
					// A test that n8n did not end is found at the next one.
					...(of === MADE ? [`test at ${address}`] : []),
					...production,
				]);
			const listen = async () => {
				await api.listen(MADE.name, 'Trigger');
				await api.ask('DELETE', `/test-webhook/${MADE.name}`);
			};
			await after(MADE, 'listens again, and is stopped', listen, production);
		},
		moved: async (api, moved) => {
			for (const of of [MADE, RULE])
				await after(of, 'moved, published again', () => publish(api, of), [
					`production at ${moved}`,
				]);
		},
		back: async (api) => {
			for (const of of [MADE, RULE]) {
				await after(of, 'moved back, published again', () => publish(api, of), production);
				await after(of, 'deactivated at the end', () => api.deactivate(of.name), []);
			}
			const [one] = SHARING;
			await after(one, 'deactivated at the end', () => api.deactivate(one.name), []);
			await report('macros and rules, at the end: everything is as before', async () =>
				assert.deepEqual(await others(), before),
			);
		},
	};
}

/** Every recorded delivery of macros and rules, forged ones, and a macro that an agent runs. */
export async function checkActions(
	api: Editor,
	sandbox: Sandbox,
	collected: IDataObject[],
): Promise<void> {
	const name = 'macro-all';
	const of = { name, list: 'macros' } as const;
	await api.activate(name);
	const [{ href: url }] = await urlsOf(sandbox, of);
	const listening = async () => (await post(url, { event: 'none' })) === 200;
	await until('it listens', listening);
	const all = releases.flatMap((release) =>
		deliveries(release).filter(({ receiver }) => ['automation', 'macro'].includes(receiver)),
	);
	await step('Replay every recorded delivery of macros and rules', async () => {
		for (const { body } of all) assert.equal(await post(url, body), 200);
		await until('every item came', () => itemsOf(collected, name).length >= all.length);
		await api.ended();
	});
	const at = atSandbox(sandbox);
	await report(
		`${all.length} calls of macros and rules: one item each, of the stored conversation`,
		async () => {
			const items = itemsOf(collected, name);
			const shown = items.map((item) => [item.event, item.conversation_id, item.status]);
			const right = await Promise.all(
				all.map(async ({ body }) => {
					const { status } = await at.get<IDataObject>(`conversations/${String(body.id)}`);
					return [body.event, body.id, status];
				}),
			);
			assert.deepEqual(shown.map(String).sort(), right.map(String).sort());
			for (const item of items)
				assert.deepEqual(
					[item.started_by, item.started_by_id, item.started_by_name, item.account_id],
					['macro', 1, 'Escalate', 1],
				);
			assert.equal(new Set(items.map(({ event_key }) => event_key)).size, items.length);
		},
	);
	const before = await api.executions(name);
	await report('forged ones get 401, and none starts', async () => {
		const forged = [url.replace(/&secret=\w+/, ''), url.replace(/secret=\w+/, 'secret=x')];
		for (const { body } of all)
			for (const wrong of forged) assert.equal(await post(wrong, body), 401);
		assert.equal(await post(url, { ...all[0].body, id: 999_999 }), 401);
		assert.deepEqual(await api.executions(name), before);
	});
	await report('published again, only the new URL starts the workflow', async () => {
		await api.deactivate(name);
		await api.activate(name);
		const [{ href: next }] = await urlsOf(sandbox, of);
		await until('it listens', async () => (await post(next, { event: 'none' })) === 200);
		assert.equal(await post(url, all[0].body), 401);
	});
	await report('an agent runs the macro twice in a conversation: two executions', async () => {
		const talk = await at.opens(1);
		const count = itemsOf(collected, name).length;
		for (const _ of [1, 2]) await at.runs(1, talk);
		await until('both came', () => itemsOf(collected, name).length === count + 2);
		for (const item of itemsOf(collected, name).slice(count))
			assert.deepEqual([item.conversation_id, item.events], [talk, ['macro_executed']]);
	});
	await api.deactivate(name);
	await until('it is let go', async () => (await urlsOf(sandbox, of)).length === 0);
}
