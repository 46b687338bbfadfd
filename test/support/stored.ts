import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { name as packageName } from '../../package.json';
import { ofVersion } from '../../truth/versions';

/** The values among which one chooses: of options, and the ways to name a record. */
const choicesOf = ({ type, options = [], modes = [] }: INodeProperties) =>
	/ptions$/.test(type)
		? options.map((option) => ('value' in option ? String(option.value) : '')).sort()
		: modes.map(({ name }) => name).sort();

type Conditions = Record<string, string[] | undefined>;

const showOf = ({ displayOptions }: INodeProperties) => (displayOptions?.show ?? {}) as Conditions;

/** Type, condition, default and choices: n8n stores no default, and no value of what is hidden. */
function formOf(property: INodeProperties): string {
	const { resource: _, operation: __, ...when } = showOf(property);
	const conditions = [
		...Object.entries(when).map(([name, values]) => `(${name}=${values?.join('|')})`),
		...Object.entries((property.displayOptions?.hide ?? {}) as Conditions).map(
			([name, values]) => `(${name}≠${values?.join('|')})`,
		),
	];
	const many = property.typeOptions?.multipleValues ? '[]' : '';
	const choices = choicesOf(property);
	return [
		[property.type, many, ...conditions].join(''),
		JSON.stringify(property.default).replaceAll('"', "'"),
		...(choices.length ? ['of', ...choices] : []),
	].join(' ');
}

/** Lists of properties inside a property, by the path that n8n stores them under. */
function inside({ type, name, options = [] }: INodeProperties): Array<[string, INodeProperties[]]> {
	if (type === 'collection') return [[name, options as INodeProperties[]]];
	return options.flatMap((option) =>
		'values' in option
			? [[`${name}.${option.name}`, option.values] as [string, INodeProperties[]]]
			: [],
	);
}

/** Every property, those inside others among them, with the path of what contains it. */
export const walk = (properties: INodeProperties[], path = ''): Array<[string, INodeProperties]> =>
	properties.flatMap((property) => [
		[path, property] as [string, INodeProperties],
		...inside(property).flatMap(([name, inner]) => walk(inner, path ? `${path}.${name}` : name)),
	]);

/** Names of the properties in one text; those inside of others stand under the path there. */
function namesOf(properties: INodeProperties[]): Record<string, string> | string {
	const names: Record<string, string> = {};
	for (const [path, { name }] of walk(properties)) {
		const list = path || 'top';
		names[list] = [...new Set([...(names[list]?.split(' ') ?? []), name])].sort().join(' ');
	}
	return Object.keys(names).join() === 'top' ? names.top : names;
}

/** What shows where: an operation, a resource for its choice of operations, or always. */
type Places = Array<[place: string, properties: INodeProperties[]]>;

function placesOf(properties: INodeProperties[]): Places {
	const all = properties.filter(({ type }) => type !== 'notice');
	const choices = all.filter(({ name }) => name === 'operation');
	const rest = all.filter(({ name }) => name !== 'operation');
	const shownIn = (resource: string, operation: string) =>
		rest.filter((property) => {
			const { resource: resources, operation: operations } = showOf(property);
			return resources?.includes(resource) && (operations?.includes(operation) ?? true);
		});
	return [
		['always', rest.filter((property) => !showOf(property).resource)],
		...choices.flatMap((choice): Places => {
			const [resource = ''] = showOf(choice).resource ?? [];
			const operations = choicesOf(choice).map((operation): Places[number] => [
				`${resource}.${operation}`,
				shownIn(resource, operation),
			]);
			return [[resource, [choice]], ...operations];
		}),
	];
}

const sorted = <T>(entries: Array<[string, T]>): Record<string, T> =>
	Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));

/** The form of each property by its path; where places differ, that of each. */
export function formsOf(
	places: Places,
): Array<[path: string, forms: Record<string, string> | string]> {
	const found: Record<string, Array<[place: string, form: string]>> = {};
	for (const [place, properties] of places) {
		const forms: Record<string, Set<string>> = {};
		for (const [path, property] of walk(properties))
			(forms[path ? `${path}.${property.name}` : property.name] ??= new Set()).add(
				formOf(property),
			);
		// Under other conditions the same name may be another field.
		for (const [path, pathForms] of Object.entries(forms))
			(found[path] ??= []).push([place, [...pathForms].sort().join(' or ')]);
	}
	return Object.entries(found).map(([path, forms]) => {
		const [first, ...others] = new Set(forms.map(([, form]) => form));
		return [path, others.length ? sorted(forms) : first];
	});
}

/** What a node is to the workflow around it: as a tool it has a type of its own. */
const partsOf = ({ inputs, outputs, ...is }: INodeTypeDescription) =>
	[
		...[inputs].flat().map((input) => `in:${String(input)}`),
		...[outputs].flat().map((output) => `out:${String(output)}`),
		...(['usableAsTool', 'polling'] as const).filter((part) => is[part]),
	].join(' ');

/** Names, choices and defaults of a version of a node, and what each of its operations shows. */
export function storedOf(description: INodeTypeDescription, version: number) {
	const { name, credentials, webhooks, properties } = description;
	const places = placesOf(ofVersion(properties, version));
	return {
		type: `${packageName}.${name}`,
		is: partsOf(description),
		credentials: (credentials ?? []).map((credential) => credential.name).join(' '),
		...(webhooks
			? { webhooks: webhooks.map((webhook) => `${webhook.name} ${webhook.path}`).join(' ') }
			: {}),
		...sorted(
			places
				.filter(([place]) => place === 'always' || place.includes('.'))
				.map(([place, shown]) => [`shows ${place}`, namesOf(shown)]),
		),
		...sorted(formsOf(places).map(([key, forms]) => [`parameter ${key}`, forms])),
	};
}
