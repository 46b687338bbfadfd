import {
	NodeConnectionTypes,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type ResourceMapperFields,
} from 'n8n-workflow';
import type { Field, Resources } from '../vocabulary';
import type { CallingPanel, ListKind, Panel } from './panel';

/** The text below the node on the canvas, such as "get all: canned response". */
export const subtitle =
	'={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}';

/** Loads a node's operations. n8n starts with only the data of the panel. */
type Load = () => Promise<Resources>;

/** The parts of the description that are the same in every node with operations. */
export const calling = ({ versions, properties }: CallingPanel, load: Load) =>
	({
		group: ['transform'],
		version: versions,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Without it n8n adds no `execute` to a declarative node with `methods`, and tools would return nothing.
		requestDefaults: {},
		requestOperations: {
			async pagination(this: IExecutePaginationFunctions) {
				const { routing } = await import('../transport/routing');
				return await routing(await load()).call(this);
			},
		},
		properties,
	}) satisfies Partial<INodeTypeDescription>;

type SearchArguments = [filter?: string, page?: string];
type Method<T> = (this: ILoadOptionsFunctions, ...args: SearchArguments) => Promise<T>;

const named = <T>(names: string[], method: (name: string) => T) =>
	Object.fromEntries(names.map((name): [string, T] => [name, method(name)]));

const credentialTested = (name: 'testApi' | 'testClientApi') =>
	async function (this: ICredentialTestFunctions, credential: ICredentialsDecrypted) {
		const { credentialTest } = await import('./credentialTest');
		return await credentialTest[name].call(this, credential);
	};

/** The methods that n8n's editor calls. @param load loads the fields whose values are picked from lists */
export const listing = ({ lists }: Panel, load: () => Promise<Field[]>) => {
	const made = async () => (await import('./panel')).listMethods(await load());
	let methods: ReturnType<typeof made> | undefined;
	const listed = <T>(kind: ListKind) =>
		named(
			lists[kind],
			(name) =>
				async function (this: ILoadOptionsFunctions, ...args: SearchArguments): Promise<T> {
					methods ??= made();
					const method = (await methods)[kind][name] as Method<T>;
					return await method.call(this, ...args);
				},
		);
	return {
		listSearch: listed<INodeListSearchResult>('listSearch'),
		loadOptions: listed<INodePropertyOptions[]>('loadOptions'),
		resourceMapping: listed<ResourceMapperFields>('resourceMapping'),
		credentialTest: {
			testApi: credentialTested('testApi'),
			testClientApi: credentialTested('testClientApi'),
		},
	};
};

/** The functions of a node with operations: those that n8n runs, and those that its editor calls. */
export const working = (panel: CallingPanel, load: Load) => {
	async function run(this: IExecuteFunctions) {
		const { inWorkflow } = await import('../transport/routing');
		return await inWorkflow(this, await load());
	}
	const operations = Object.entries(panel.operations).map(([resource, names]) => [
		resource,
		named(names, () => run),
	]);
	return {
		customOperations: Object.fromEntries(operations) as INodeType['customOperations'],
		methods: listing(panel, async () => (await import('../vocabulary')).fieldsIn(await load())),
	} satisfies Partial<INodeType>;
};
