import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, INodeTypeDescription, IRunExecutionData } from 'n8n-workflow';
import { createOwner, owner, post } from '../../host/n8n';
import { isObject } from '../../nodes/shared/values';
import type { RunData } from './realN8n';

export interface StoredWorkflow extends IDataObject {
	id: string;
	versionId: string;
	nodes: Array<INode & IDataObject>;
}

const FAILED = ['error', 'crashed'];

/** The owner's cookie for each n8n: n8n limits logins per minute. */
const cookies = new Map<string, string>();

/** Logs in as the owner, and creates the owner first if there is none. */
async function cookieAt(address: string): Promise<string> {
	const known = cookies.get(address);
	if (known) return known;
	const { email, password } = owner;
	const created = await createOwner(address);
	const login = created.ok
		? created
		: await post(`${address}/rest/login`, { email, emailOrLdapLoginId: email, password });
	if (!login.ok) throw new Error(`n8n lets nobody in: ${login.status} ${await login.text()}`);
	const [cookie] = String(login.headers.get('set-cookie')).split(';');
	cookies.set(address, cookie);
	return cookie;
}

/** The requests that n8n's editor sends, as the owner. They also work if n8n does not serve its pages. */
export async function editor(address: string) {
	const cookie = await cookieAt(address);

	const call = async (method: string, path: string, body?: IDataObject) =>
		await fetch(`${address}/rest${path}`, {
			method,
			headers: { 'Content-Type': 'application/json', cookie, 'push-ref': 'test' },
			body: body && JSON.stringify(body),
		});
	const ask = async <T = IDataObject>(
		method: string,
		path: string,
		body?: IDataObject,
	): Promise<T> => {
		const reply = await call(method, path, body);
		const text = await reply.text();
		if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: T }).data;
	};
	const read = async (id: string) => await ask<StoredWorkflow>('GET', `/workflows/${id}`);
	/**
	 * Waits until triggers are as they were asked for: n8n 2 changes them after its reply, and an n8n that is
	 * killed meanwhile tries again two minutes later.
	 */
	const settled = async (id: string) =>
		await until(`the triggers of ${id}`, async () => {
			const reply = await call('GET', `/workflows/${id}/publication-status`);
			// n8n 1 replies when all is done; here, with the page of its editor.
			if (!reply.headers.get('content-type')?.includes('json')) return true;
			const { data } = (await reply.json()) as { data: { status: string } };
			return data.status !== 'in_progress';
		});
	const running = async (workflowId?: string) =>
		await count({ ...(workflowId && { workflowId }), status: ['new', 'running'] });
	/** Saves a new workflow. @returns the id that n8n gives it */
	const save = async (made: IDataObject) =>
		(await ask<{ id: string }>('POST', '/workflows', made)).id;
	const activate = async (id: string) => {
		const { versionId } = await read(id);
		await ask('POST', `/workflows/${id}/activate`, { versionId });
		await settled(id);
	};
	const list = async (filter: IDataObject, limit: number) => {
		const path = `/executions?filter=${encodeURIComponent(JSON.stringify(filter))}&limit=${limit}`;
		return await ask<{ count: number; results: Array<{ id: string }> }>('GET', path);
	};
	const count = async (filter: IDataObject) => (await list(filter, 1)).count;
	const execution = async (id: string) =>
		await ask<{ status: string; data: string }>('GET', `/executions/${id}`);
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
		run: async (id: string, patience?: number): Promise<RunData> => {
			const { executionId } = await listen(id, 'Start');
			let runData: RunData | undefined;
			const isOver = async () => {
				const { status, data } = await execution(String(executionId));
				if (['new', 'running'].includes(status)) return false;
				// On a busy machine n8n says that an execution has ended before it has stored its data.
				runData = resultOf(data)?.runData;
				return runData !== undefined;
			};
			await until(`the end of ${id}`, isOver, patience);
			return runData as RunData;
		},
		activate,
		deactivate: async (id: string) => {
			await ask('POST', `/workflows/${id}/deactivate`, {});
			await settled(id);
		},
		/** Saves credentials and workflows. Workflows keep their IDs; credentials get new ones, which the workflows then use. */
		add: async (credentials: IDataObject[], workflows: IDataObject[]) => {
			const ids = new Map<unknown, string>();
			for (const { id, ...one } of credentials)
				ids.set(id, (await ask<{ id: string }>('POST', '/credentials', one)).id);
			for (const one of workflows) await save(referring(one, ids));
		},
		save,
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
			error: await count({ workflowId, status: FAILED }),
		}),
		/** What the newest failed executions of a workflow say, at most 20. */
		failures: async (workflowId: string): Promise<string[]> => {
			const { results } = await list({ workflowId, status: FAILED }, 20);
			const messages = results.map(async ({ id }) => {
				const { status, data } = await execution(id);
				return `${id} ${status}: ${resultOf(data)?.error?.message}`;
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
			const path = `/binary-data?id=${encodeURIComponent(id)}&action=download`;
			const reply = await call('GET', path);
			if (!reply.ok) throw new Error(`The file ${id}: ${reply.status}`);
			return await reply.text();
		},
		/** How many executions have not ended, of a workflow or of all. */
		running,
		/**
		 * Waits until two looks in a row show no running execution, of these workflows or of all: n8n 1.123 answers
		 * a delivery before it starts the execution.
		 */
		ended: async (...ids: string[]) => {
			let looks = 0;
			const isOver = async () => {
				const counts = ids.length
					? await Promise.all(ids.map(async (id) => await running(id)))
					: [await running()];
				looks = counts.some(Boolean) ? 0 : looks + 1;
				return looks === 2;
			};
			await until(`every execution ended${ids.length ? ` of ${ids.join(', ')}` : ''}`, isOver);
		},
		/** Whether a polling trigger has polled, and n8n has stored what it keeps. */
		hasPolled: async (id: string) => JSON.stringify(await read(id)).includes('"marks"'),
	};
}

/** A workflow with other ids of its credentials. */
const referring = (workflow: IDataObject, ids: Map<unknown, string>): IDataObject => ({
	...workflow,
	nodes: (workflow.nodes as INode[]).map(({ credentials, ...node }) => ({
		...node,
		...(credentials && {
			credentials: Object.fromEntries(
				Object.entries(credentials).map(([type, { id, name }]) => [
					type,
					{ id: ids.get(id) ?? id, name },
				]),
			),
		}),
	})) as unknown as IDataObject[],
});

/** @param stored what n8n has stored of an execution @returns undefined if that is not yet its data */
export const resultOf = (stored: string): IRunExecutionData['resultData'] | undefined =>
	(unflattened(stored) as IRunExecutionData | undefined)?.resultData;

/** What n8n has stored of an execution: a list of values, in which each text inside of a value is the place of another. */
function unflattened(stored: string): unknown {
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

/**
 * Waits until something holds.
 * @param patience milliseconds; long, because an n8n next to five others may stop responding for a while
 * @throws Error after that
 */
export async function until(
	description: string,
	holds: () => boolean | Promise<boolean>,
	patience = 120_000,
): Promise<void> {
	const end = Date.now() + patience;
	// Each look costs n8n time that it needs for what is waited for.
	for (let pause = 50; !(await holds()); pause = Math.min(pause * 1.25, 500)) {
		if (Date.now() > end) throw new Error(`Waited ${patience / 1000} s in vain: ${description}`);
		await sleep(pause);
	}
}
