import { randomUUID } from 'node:crypto';
import { newestVersionOf, nodeNameOf, typeNameOf } from '../../truth/surfaces';
import type { IDataObject, INode } from 'n8n-workflow';

const PACKAGE = 'n8n-nodes-customer-conversation';
const credentials = { customerConversationApi: { id: 'user', name: 'user' } };

/** A node of a workflow; what is left out is filled in by `workflow`. */
export interface Step extends Partial<
	Pick<INode, 'typeVersion' | 'credentials' | 'onError' | 'retryOnFail' | 'webhookId'>
> {
	name: string;
	type: string;
	parameters: IDataObject;
	/** The node that feeds it; the trigger where none is named. */
	after?: string;
	/** That node's output; the first where none is named. */
	output?: number;
	/** A node before it that it feeds, in a loop. */
	back?: string;
}

type Kind = Omit<Step, 'name' | 'after' | 'output' | 'back'>;

/** A node of the package, with the credential named `user` unless it needs another one. */
export const packageNode = (
	node: string,
	parameters: IDataObject,
	nodeCredentials: Kind['credentials'],
): Kind => ({
	type: `${PACKAGE}.${node}`,
	typeVersion: newestVersionOf(node),
	parameters,
	credentials: nodeCredentials,
});

/** An operation of the account's API, in the node that has it. */
export const operation = (resource: string, name: string, parameters: IDataObject): Kind => {
	const folder = nodeNameOf(`account.${resource}`);
	return packageNode(typeNameOf(folder), { resource, operation: name, ...parameters }, credentials);
};

export const httpRequest = (url: string): Kind => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'customerConversationApi',
		options: {},
	},
	credentials,
});

/** n8n's Edit Fields: these fields and no others. */
export const fields = (values: Record<string, string | unknown[]>): Kind => ({
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: Object.entries(values).map(([name, value]) => ({
				id: name,
				name,
				...(Array.isArray(value)
					? { type: 'array', value: JSON.stringify(value) }
					: { type: 'string', value }),
			})),
		},
	},
});

/** n8n's Split Out: one item for each entry of a list. */
export const split = (field: string): Kind => ({
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: field, options: {} },
});

/** A node for an AI agent; `$fromAI` expressions are what the agent fills in. */
export const tool = (name: string, { type, ...kind }: Kind): Step => ({
	name,
	...kind,
	type: `${type}Tool`,
	parameters: { descriptionType: 'manual', toolDescription: name, ...kind.parameters },
});

export const workflow = (id: string, steps: Step[]): IDataObject => {
	const connections: Record<string, { main: IDataObject[][] }> = {};
	const connect = (from: string, output: number, to: string) => {
		const { main } = (connections[from] ??= { main: [[], []] });
		main[output].push({ node: to, type: 'main', index: 0 });
	};
	for (const { name, after = 'Start', output = 0, back } of steps) {
		connect(after, output, name);
		if (back) connect(name, 0, back);
	}
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	return { id, name: id, active: false, nodes: nodes([start, ...steps]), connections };
};

/** A workflow that a POST to n8n's own webhook starts, under its id. @param start another first node */
export function called(id: string, steps: Step[], start: Partial<Step> = {}) {
	const made = workflow(id, steps);
	const hook = {
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: randomUUID() },
		parameters: { path: id, httpMethod: 'POST', options: {} },
		...start,
	};
	const nodes = (made.nodes as IDataObject[]).map((node) =>
		node.name === 'Start' ? { ...node, ...hook } : node,
	);
	return { ...made, id, nodes };
}

/** n8n's MCP Server Trigger with these tools; `id` is its path, too. */
export const toolServer = (id: string, tools: Step[]): IDataObject => {
	const server = {
		name: 'Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: id,
		parameters: { path: id },
	};
	const link = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	const connections = Object.fromEntries(tools.map(({ name }) => [name, link]));
	return { id, name: id, active: false, nodes: nodes([server, ...tools]), connections };
};

const nodes = (steps: Step[]) =>
	steps.map(({ after: _, output: __, back: ___, ...node }, index) => ({
		typeVersion: 1,
		...node,
		id: String(index),
		position: [240 * index, 0],
	}));
