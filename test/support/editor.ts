import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, INodeTypeDescription, IRunExecutionData } from 'n8n-workflow';
import { createOwner, owner } from '../../host/n8n';
import { isObject } from '../../nodes/shared/values';
import type { RunData } from './realN8n';

export interface StoredWorkflow extends IDataObject {
	id: string;
	versionId: string;
	nodes: Array<INode & IDataObject>;
}

/** What n8n's editor asks of its server, by the owner, who is made when there is none. */
export async function editor(address: string) {
	const settings = (await (await fetch(`${address}/rest/settings`)).json()) as {
		data: { userManagement: { showSetupOnFirstLoad: boolean } };
	};
	if (settings.data.userManagement.showSetupOnFirstLoad) await createOwner(address);
	const { email, password } = owner;
	const login = await fetch(`${address}/rest/login`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email, emailOrLdapLoginId: email, password }),
	});
	const cookie = String(login.headers.get('set-cookie')).split(';')[0];

	const ask = async <T = IDataObject>(
		method: string,
		path: string,
		body?: IDataObject,
	): Promise<T> => {
		const reply = await fetch(`${address}/rest${path}`, {
			method,
			headers: { 'Content-Type': 'application/json', cookie, 'push-ref': 'test' },
			body: body && JSON.stringify(body),
		});
		const text = await reply.text();
		if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: T }).data;
	};
	const read = async (id: string) => await ask<StoredWorkflow>('GET', `/workflows/${id}`);
	const activate = async (id: string) => {
		const { versionId } = await read(id);
		await ask('POST', `/workflows/${id}/activate`, { versionId });
	};
	const count = async (filter: IDataObject): Promise<number> => {
		const path = `/executions?filter=${encodeURIComponent(JSON.stringify(filter))}&limit=1`;
		return (await ask<{ count: number }>('GET', path)).count;
	};
	/** "Listen for test event", or "Execute workflow". */
	const listen = async (id: string, node: string) => {
		const workflowData = await read(id);
		const triggerToStartFrom = { name: node };
		return await ask<{ executionId?: string }>('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom,
		});
	};
	return {
		ask,
		read,
		listen,
		/** Runs a workflow to its end, as "Execute workflow" does. @param patience milliseconds */
		run: async (id: string, patience = 120_000): Promise<RunData> => {
			const { executionId } = await listen(id, 'Start');
			let runData: RunData | undefined;
			const isOver = async () => {
				type Execution = { status: string; data: string };
				const { status, data } = await ask<Execution>('GET', `/executions/${executionId}`);
				if (['new', 'running'].includes(status)) return false;
				// On a busy machine n8n says that an execution has ended before it has stored its data.
				const stored = unflattened(data) as IRunExecutionData | undefined;
				runData = stored?.resultData?.runData;
				return runData !== undefined;
			};
			await until(`the end of ${id}`, isOver, patience);
			return runData as RunData;
		},
		activate,
		deactivate: async (id: string) => await ask('POST', `/workflows/${id}/deactivate`, {}),
		/** Saves a new workflow. @returns the id that n8n gives it */
		save: async (made: IDataObject) => (await ask<{ id: string }>('POST', '/workflows', made)).id,
		/** Saves a workflow with other parameters of a node, and publishes it. */
		change: async (id: string, node: string, parameters: IDataObject) => {
			const { nodes, connections, versionId, name } = await read(id);
			const changed = nodes.map((one) =>
				one.name === node ? { ...one, parameters: { ...one.parameters, ...parameters } } : one,
			);
			const body = { nodes: changed, connections, versionId, name } as unknown as IDataObject;
			await ask('PATCH', `/workflows/${id}`, body);
			await activate(id);
		},
		/** How many executions of a workflow have ended, and how. */
		executions: async (workflowId: string) => ({
			success: await count({ workflowId, status: ['success'] }),
			error: await count({ workflowId, status: ['error', 'crashed'] }),
		}),
		/** What the failed executions of a workflow say, without those that n8n calls crashed after it was killed. */
		failures: async (workflowId: string): Promise<string[]> => {
			const filter = JSON.stringify({ workflowId, status: ['error'] });
			const path = `/executions?filter=${encodeURIComponent(filter)}&limit=20`;
			const { results } = await ask<{ results: Array<{ id: string }> }>('GET', path);
			const messages = results.map(async ({ id }) => {
				const { data } = await ask<{ data: string }>('GET', `/executions/${id}`);
				const stored = unflattened(data) as IRunExecutionData | undefined;
				return `${id}: ${stored?.resultData?.error?.message}`;
			});
			return await Promise.all(messages);
		},
		/** The nodes that n8n has loaded. */
		types: async (): Promise<INodeTypeDescription[]> => {
			const reply = await fetch(`${address}/types/nodes.json`, { headers: { cookie } });
			return (await reply.json()) as INodeTypeDescription[];
		},
		/** The text of a file that an execution has. */
		download: async (id: string): Promise<string> => {
			const path = `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
			const reply = await fetch(address + path, { headers: { cookie, 'push-ref': 'test' } });
			if (!reply.ok) throw new Error(`The file ${id}: ${reply.status}`);
			return await reply.text();
		},
		/** How many executions have not ended. */
		running: async () => await count({ status: ['new', 'running'] }),
	};
}

/** What n8n has stored of an execution: a list of values, in which each text inside of a value is the place of another. */
export function unflattened(stored: string): unknown {
	const all = JSON.parse(stored) as unknown[];
	const inner = (value: unknown): unknown =>
		typeof value === 'string' ? whole(all[Number(value)]) : value;
	const whole = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(inner);
		if (!isObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
	};
	return whole(all[0]);
}

/** Looks again until it is so. @throws Error after a time, in milliseconds */
export async function until(
	description: string,
	holds: () => boolean | Promise<boolean>,
	patience = 30_000,
): Promise<void> {
	const end = Date.now() + patience;
	while (!(await holds())) {
		if (Date.now() > end) throw new Error(`Waited ${patience / 1000} s in vain: ${description}`);
		await sleep(50);
	}
}
