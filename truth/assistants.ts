import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { ownPanel as pollingPanel } from '../nodes/CustomerConversationPollingTrigger/panel';
import { ownPanel as triggerPanel } from '../nodes/CustomerConversationTrigger/panel';
import { isObject, without } from '../nodes/shared/values';
import { requirements } from '../nodes/shared/vocabulary/needs';
import { descriptionOf } from '../nodes/shared/vocabulary/operation';
import { isOf } from '../nodes/shared/vocabulary/versions';
import manifest from '../package.json';
import { pageAddress, type Owned } from '../release/owner';
import { plays, type Play } from './cases';
import { readable } from './readable';
import {
	newestVersionOf,
	nodeNameOf,
	nodes,
	operations,
	propertiesOf,
	typeNameOf,
} from './surfaces';
import { ofVersion } from './versions';

/** A field as an assistant has to fill it in. */
interface FieldText {
	/** In the node's parameters. */
	name: string;
	label: string;
	/** As n8n calls it, such as `options` or `resourceLocator`. */
	type: string;
	required?: true;
	default?: unknown;
	hint?: string;
	/** What may be stored. */
	values?: unknown[];
	/** The fields that decide whether it is shown, with their values. */
	shown?: IDataObject;
	/** Of a collection. */
	fields?: FieldText[];
	/** Of rows, by their key: `{ "rows": { "<key>": [{ … }] } }`. */
	rows?: Record<string, FieldText[]>;
}

/** One operation with all its fields and a node's parameters that were tried. */
interface OperationText {
	/** What a workflow stores. */
	type: string;
	typeVersion: number;
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	needs?: string;
	fields: FieldText[];
	example: IDataObject;
}

const typeOf = (folder: string): string => `${manifest.name}.${typeNameOf(folder)}`;

const PARTS = ['resource', 'operation', '@version'];

function fieldText(property: INodeProperties): FieldText {
	const { name, displayName, type, required, description, options = [] } = property;
	const show = without(property.displayOptions?.show ?? {}, ...PARTS);
	const text: FieldText = { name, label: displayName, type };
	if (required) text.required = true;
	if (property.default !== '' && property.default !== undefined && !isObject(property.default))
		text.default = property.default;
	if (description) text.hint = description;
	if (Object.keys(show).length) text.shown = show as IDataObject;
	if (type === 'options' || type === 'multiOptions')
		text.values = (options as INodePropertyOptions[]).map(({ value }) => value);
	if (text.values?.length === 0) delete text.values;
	if (type === 'collection') text.fields = (options as INodeProperties[]).map(fieldText);
	if (type === 'fixedCollection')
		text.rows = Object.fromEntries(
			(options as INodePropertyCollection[]).map((group) => [
				group.name,
				group.values.map(fieldText),
			]),
		);
	return text;
}

/** Properties of a node in its newest version. */
const newest = (folder: string, all: INodeProperties[]): INodeProperties[] =>
	ofVersion(all, newestVersionOf(folder));

/** The properties of an operation, whatever its other fields are. */
const ofOperation = (folder: string, resource: string, operation: string): INodeProperties[] =>
	newest(folder, propertiesOf(folder)).filter(({ name, type, displayOptions: { show } = {} }) => {
		const isShown = (key: string, value: string) => !show?.[key] || show[key].includes(value);
		return (
			!['resource', 'operation', 'requestOptions'].includes(name) &&
			!['notice', 'hidden'].includes(type) &&
			isShown('resource', resource) &&
			isShown('operation', operation)
		);
	});

/** Values as a workflow stores them: the cases have plain values also for what n8n stores as an object. */
function stored(values: IDataObject, properties: INodeProperties[]): IDataObject {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const property = properties.find((one) => one.name === name);
			return [name, property ? storedValue(value, property) : value];
		}),
	);
}

function storedValue(value: unknown, property: INodeProperties): IDataObject[string] {
	const { type, options = [], modes = [] } = property;
	if (type === 'resourceLocator' && !isObject(value)) {
		const mode = modes.find((one) => one.name === 'id') ?? modes.find((one) => one.type !== 'list');
		return { __rl: true, mode: mode?.name ?? 'id', value: String(value) };
	}
	if (type === 'collection' && isObject(value))
		return stored(value as IDataObject, options as INodeProperties[]);
	if (type === 'fixedCollection' && isObject(value))
		return Object.fromEntries(
			Object.entries(value).map(([key, rows]) => {
				const group = (options as INodePropertyCollection[]).find((one) => one.name === key);
				const row = (one: IDataObject) => stored(one, group?.values ?? []);
				return [key, Array.isArray(rows) ? rows.map(row) : row(rows as IDataObject)];
			}),
		);
	return value as IDataObject[string];
}

/** A node's parameters of the least case, if possible of one that Chatwoot accepts. */
function exampleOf(id: string, folder: string, properties: INodeProperties[]): IDataObject {
	const version = newestVersionOf(folder);
	const [, resource, operation] = id.split('.');
	const mine = plays.filter((play) => play.operation === id && isOf(version, play));
	const accepted = mine.filter(({ error }) => !error);
	const isLeast = ({ name }: { name: string }) => name === 'least';
	const { parameters } = (accepted.find(isLeast) ?? accepted[0] ?? mine.find(isLeast)) as Play;
	const account = properties.find(({ name }) => name === 'account_id');
	const set = account?.required ? parameters : without(parameters, 'account_id');
	const text = readable(JSON.stringify(stored(set, properties)));
	return { resource, operation, ...(JSON.parse(text) as IDataObject) };
}

let texts: OperationText[] | undefined;

/** All operations of the nodes, made once. */
export const operationTexts = (): OperationText[] => (texts ??= newTexts());

const newTexts = (): OperationText[] =>
	operations().map(([id, definition]) => {
		const [, resource, operation] = id.split('.');
		const folder = nodeNameOf(id);
		const properties = ofOperation(folder, resource, operation);
		const needs = requirements(definition.needs ?? {});
		return {
			type: typeOf(folder),
			typeVersion: newestVersionOf(folder),
			resource,
			operation,
			name: definition.name,
			action: definition.action,
			description: descriptionOf(definition),
			...(needs ? { needs } : {}),
			fields: properties.map(fieldText),
			example: exampleOf(id, folder, properties),
		};
	});

const TRIGGERS = {
	CustomerConversationTrigger: triggerPanel,
	CustomerConversationPollingTrigger: pollingPanel,
};

/** Both triggers with their fields. */
export const triggerTexts = () =>
	Object.entries(TRIGGERS).map(([folder, { properties }]) => ({
		type: typeOf(folder),
		typeVersion: newestVersionOf(folder),
		fields: newest(folder, properties)
			.filter(({ type }) => !['notice', 'hidden'].includes(type))
			.map(fieldText),
	}));

/** For programs that write workflows: an operation a line. */
export function operationsFile(): string {
	const lines = (all: unknown[]) => all.map((one) => JSON.stringify(one)).join(',\n');
	return `{"package":"${manifest.name}","version":"${manifest.version}","triggers":[\n${lines(triggerTexts())}\n],"operations":[\n${lines(operationTexts())}\n]}\n`;
}

/** For assistants that read: what the package is, how its nodes are filled in, and every operation in one line. */
export function llmsText(): string {
	const page = (name: string) => pageAddress(manifest as Owned, name);
	const all = operationTexts();
	const sections = Object.entries(nodes).map(([folder, { title, resources }]) => {
		const type = typeOf(folder);
		const parts = Object.entries(resources).flatMap(([key, { name }]) => [
			`### ${name} (\`${key}\`)`,
			'',
			...all
				.filter((one) => one.type === type && one.resource === key)
				.map(({ operation, action, description, needs }) =>
					[
						`- \`${operation}\`: ${action}. ${description.split('. ')[0].replace(/\.$/, '')}.`,
						...(needs ? [` Needs: ${needs}.`] : []),
					].join(''),
				),
			'',
		]);
		return [
			`## ${title}`,
			'',
			`Type \`${type}\`, version ${newestVersionOf(folder)}.`,
			'',
			...parts,
		];
	});
	const example = all.find(
		({ resource, operation }) => resource === 'message' && operation === 'send',
	);
	return [
		`# ${manifest.name}`,
		'',
		`> ${manifest.description}`,
		'',
		'In n8n the nodes are called Customer Conversation. `operations.json` beside this file has every operation with all its fields and an example that was played against recordings of real Chatwoot servers.',
		'',
		'- `resource` and `operation` choose what a node does. Both must be set.',
		'- Fields of type `resourceLocator` are stored as `{ "__rl": true, "mode": "id", "value": "5" }`. The value may be an expression.',
		'- Optional fields are in the collections `additional_fields`, `update_fields` and `options`. What is not set is not sent.',
		'- `account_id` can be left out: then the account of the credential is used.',
		'- Lists return all records with `returnAll: true`, otherwise `limit` records (50 by default).',
		'- `simplify` is on by default: flat items with the most important fields.',
		'- Credential: `customerConversationApi` with the base URL of Chatwoot and an access token. Customer Side uses `customerConversationClientApi`.',
		'- Every node can also be a tool of an AI agent: then its type ends with `Tool`, and fields can be filled by `$fromAI`.',
		'',
		'```json',
		JSON.stringify(
			{
				type: example?.type,
				typeVersion: example?.typeVersion,
				parameters: example?.example,
				credentials: { customerConversationApi: { id: '', name: 'Chatwoot' } },
			},
			null,
			2,
		),
		'```',
		'',
		`Documentation: [the trigger](${page('trigger.md')}), [the polling trigger](${page('polling.md')}), [expressions](${page('expressions.md')}), [rows instead of JSON](${page('rows.md')}), [errors](${page('errors.md')}), [templates](${page('templates.md')}).`,
		'',
		'## Triggers',
		'',
		...triggerTexts().map(({ type, typeVersion }) => `- \`${type}\`, version ${typeVersion}`),
		'',
		...sections.flat(),
	].join('\n');
}
