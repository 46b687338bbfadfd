import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { calling, working } from '../../nodes/shared/editor/node';
import { panelOf } from '../../nodes/shared/editor/panel';
import { resource, type Operation } from '../../nodes/shared/vocabulary/operation';
import { nodeNameOf, nodes } from '../../truth/surfaces';
import { runWithHints } from './core';
import { listen, type Answer } from './server';

export const TOKEN = 'secret-token';
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const json = (body: unknown, status = 200): Answer => ({
	status,
	headers: JSON_TYPE,
	body: JSON.stringify(body),
});

interface Options {
	node?: INodeType;
	items?: INodeExecutionData[];
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	credentials?: ICredentialDataDecryptedObject;
	timezone?: string;
	/** Through n8n's declarative engine, as tools come. */
	engine?: boolean;
}

/** The properties that have n8n's own options: a second time n8n would add them to those that it has added. */
const withOptions = new WeakSet<object>();

/** With n8n's own request options, as it loads every declarative node. */
function loaded(node: INodeType): INodeType {
	const { properties } = node.description;
	if (!withOptions.has(properties)) DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	withOptions.add(properties);
	return node;
}

const originals = new Map<string, INodeType>();

/** A node, made once. @param folder of it in `nodes/` */
export function originalOf(folder: string): INodeType {
	const original = originals.get(folder) ?? new nodes[folder].type();
	originals.set(folder, original);
	return original;
}

/** The node as a workflow has it that was made with this version. */
export const inVersion = (node: INodeType, version: number): INodeType => ({
	...node,
	description: { ...node.description, version },
});

/** A node with this operation alone. @param id `surface.resource.operation` */
export function nodeOf(definition: Operation, id?: string): INodeType {
	const folder = id ? nodeNameOf(id) : 'CustomerConversation';
	const [, name, operation] = (id ?? 'account.test.run').split('.');
	const original = originalOf(folder);
	const label = nodes[folder].resources[name]?.name ?? 'Test';
	const resources = { [name]: resource(label, { [operation]: definition }) };
	const panel = panelOf(resources, [original.description.version].flat());
	const load = async () => resources;
	return loaded({
		...original,
		description: { ...original.description, ...calling(panel, load) },
		...working(panel, load),
		execute: original.execute,
	});
}

/** The node that has the operation, such as `account.contact.get`. */
export const nodeWith = (id: string): INodeType => loaded(originalOf(nodeNameOf(id)));

/** Runs an operation against the service at this address. */
export async function runAt(
	base_url: string,
	operation: string,
	parameters: IDataObject,
	{ node = nodeWith(`account.${operation}`), credentials, ...options }: Options = {},
) {
	const [resourceName, name] = operation.split('.');
	try {
		const { items, hints } = await runWithHints(node, {
			parameters: { resource: resourceName, operation: name, account_id: 1, ...parameters },
			credentials: { base_url, api_access_token: TOKEN, account_id: '', ...credentials },
			...options,
		});
		return { items, hints, error: undefined };
	} catch (error) {
		return {
			items: [],
			hints: [],
			error: error as Error & {
				description: string;
				httpCode: string | null;
				context: { itemIndex?: number };
			},
		};
	}
}

/** Runs an operation against a server that gives these answers in turn, the last one for good. */
export async function run(
	operation: string,
	parameters: IDataObject,
	answers: Answer[] = [json([])],
	options: Options = {},
) {
	const server = await listen((_, count) => answers[Math.min(count, answers.length - 1)]);
	try {
		const outcome = await runAt(server.url, operation, parameters, options);
		return { ...outcome, received: server.received };
	} finally {
		await server.close();
	}
}

/** A real HTTP server for what `listen` cannot do: late, broken and endless answers. */
export async function serve(handle: RequestListener) {
	const server = createServer(handle);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
