import { tmpdir } from 'node:os';
import type { IDataObject, INodeExecutionData, INodeType, NodeApiError } from 'n8n-workflow';
import { calling, working } from '../nodes/shared/editor/node';
import { credentialOf } from '../nodes/shared/transport/request';
import { methodAndPath } from '../nodes/shared/vocabulary/operation';
import { runWithHints } from '../test/support/core';
import { nodeNameOf, nodes, operations, type Caller } from '../truth/surfaces';
import { credentialIn, type Access } from './options';
import { contentOf, type TextFile } from '../truth/scenarios';

// n8n-core writes settings when it first runs a node: not into the home folder of the user.
process.env.N8N_USER_FOLDER ??= tmpdir();
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS ??= 'true';

const made = new Map<string, INodeType>();

/**
 * The node as n8n runs it, in its newest version. Its class is left out: a `.node.ts` file cannot be loaded
 * here.
 */
function nodeFor(id: string, credential: string): INodeType {
	const node = nodes[nodeNameOf(id)];
	const known = made.get(node.title) ?? nodeOf(credential, node);
	made.set(node.title, known);
	return known;
}

function nodeOf(credential: string, { title, panel, resources }: Caller): INodeType {
	const load = async () => resources;
	return {
		description: {
			name: title,
			displayName: title,
			description: title,
			defaults: { name: title },
			credentials: [{ name: credential, required: true }],
			...calling(panel, load),
		},
		...working(panel, load),
	};
}

const definitions = new Map(operations());

export interface Outcome {
	items: IDataObject[];
	/** The files of the first item. */
	files: TextFile[];
	error?: Pick<NodeApiError, 'message' | 'httpCode'>;
}

/** An input item, with its files. */
interface Row {
	json: IDataObject;
	files?: Record<string, TextFile>;
}

export const binaryOf = (files: Record<string, TextFile>) =>
	Object.fromEntries(
		Object.entries(files).map(([name, file]) => [
			name,
			{
				data: Buffer.from(contentOf(file)).toString('base64'),
				fileName: file.name,
				mimeType: file.type,
			},
		]),
	);

const filesOf = ({ binary = {} }: INodeExecutionData): TextFile[] =>
	Object.values(binary).map(({ fileName = '', mimeType, data }) => ({
		name: fileName,
		type: mimeType,
		text: Buffer.from(data, 'base64').toString(),
	}));

/** Name of the credential that an operation needs. */
export function credentialFor(id: string): string {
	const definition = definitions.get(id);
	if (!definition) throw new Error(`No node has ${id}`);
	return credentialOf(methodAndPath(definition).path);
}

/** The values of that credential. */
export const credentialsOf = (id: string, access: Access) =>
	credentialIn(access, id.startsWith('platform') ? access.platformToken : access.token);

/**
 * Runs an operation in this process, in n8n's engine and through the code of the node.
 * @param rows the input items: the operation runs once for each
 */
export const runOperation = async (
	access: Access,
	id: string,
	parameters: IDataObject,
	rows: Row[] = [{ json: {} }],
): Promise<Outcome> =>
	await runItems(
		access,
		id,
		parameters,
		rows.map(({ json, files }) => ({ json, ...(files ? { binary: binaryOf(files) } : {}) })),
	);

/** The same for input items as n8n has them. @returns also the hints that n8n shows above the items */
export async function runItems(
	access: Access,
	id: string,
	parameters: IDataObject,
	input: INodeExecutionData[],
): Promise<Outcome & { hints: string[] }> {
	const [, resource, operation] = id.split('.');
	const credential = credentialFor(id);
	try {
		const { items, hints } = await runWithHints(nodeFor(id, credential), {
			parameters: { resource, operation, ...parameters },
			credentials: credentialsOf(id, access),
			items: input,
		});
		return {
			items: items.map(({ json }) => json),
			files: items.slice(0, 1).flatMap(filesOf),
			hints,
		};
	} catch (error) {
		return { items: [], files: [], hints: [], error: error as NodeApiError };
	}
}
