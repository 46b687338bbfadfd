import type { IDataObject } from 'n8n-workflow';
import { json, nodeWith, runAt } from './run';
import { listen, type Answer } from './server';

/** The root of the account in these tests. */
export const ACCOUNT = '/api/v1/accounts/1';

/** Lists without rows, by the end of their path; all others have the same form. */
const EMPTY: Record<string, unknown> = {
	'/conversations': { data: { payload: [], meta: {} }, payload: [] },
	'/search/conversations': { payload: { conversations: [] } },
	'/search/messages': { payload: { messages: [] } },
	'/search/contacts': { payload: { contacts: [] } },
	'/search/articles': { payload: { articles: [] } },
	'/notifications': { data: { payload: [], meta: { count: 0 } } },
	'/csat_survey_responses': [],
	'/platform/api/v1/accounts': [],
	'/platform/api/v1/agent_bots': [],
};

const emptyList = (path: string) =>
	json(
		Object.entries(EMPTY).findLast(([end]) => path.endsWith(end))?.[1] ?? { payload: [], meta: {} },
	);

/**
 * The hints of an operation, and what was asked. Paths that have no reply give an empty list.
 * @param operation `resource.operation` of the account, or with its surface in front
 */
export async function shownHints(
	operation: string,
	parameters: IDataObject,
	replies: Record<string, Answer> = {},
	items = 1,
) {
	const server = await listen(({ path }) => replies[path] ?? emptyList(path));
	const [name, resource, surface = 'account'] = operation.split('.').reverse();
	const node = nodeWith(`${surface}.${resource}.${name}`);
	try {
		const outcome = await runAt(
			server.url,
			`${resource}.${name}`,
			{ account_id: 1, ...parameters },
			{ node, items: Array.from({ length: items }, () => ({ json: {} })) },
		);
		if (outcome.error) throw outcome.error;
		return { ...outcome, paths: server.received.map(({ path }) => path) };
	} finally {
		await server.close();
	}
}
