import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';
import { requirements } from '../nodes/shared/vocabulary/needs';
import { methodAndPath, type Operation } from '../nodes/shared/vocabulary/operation';
import { callsOf, expectedItems, plays, type Play } from '../truth/cases';
import { entryOf } from '../truth/coverage';
import { MARK, readable } from '../truth/readable';
import { releases, type Release } from '../truth/recordings';
import { newestVersionOf, nodeNameOf, nodes, propertiesOf } from '../truth/surfaces';
import { cell, root } from './pages';
import { about, nameOfPage } from './resources';
import { table } from './tables';

/** The recordings of an operation that are played; the release is told where only one has it. */
function proof(id: string, definition: Operation): string {
	const mine = plays.filter(({ operation }) => operation === id);
	const played = new Map<string, Set<Release | undefined>>();
	for (const { recordings = [], release } of mine)
		for (const { case: name } of recordings)
			played.set(name, (played.get(name) ?? new Set()).add(release));
	const names = [...played]
		.map(([name, on]) => (on.size < releases.length ? `${name} (${[...on][0]})` : name))
		.join(', ');
	const written = mine.some((entry) => entry.fromTheDocument && callsOf(entry).length > 0);
	const { recorded, sure } = entryOf(id, definition) ?? {};
	const documented =
		recorded === false
			? `as documented, not seen on a server (${sure?.split(' ')[0]})`
			: 'as documented, not recorded';
	return names || (written ? documented : '–');
}

/** What n8n shows of a node with these parameters, from top to bottom. */
function shownWith(
	all: INodeProperties[],
	parameters: INodeParameters,
	typeVersion: number,
): INodeProperties[] {
	const node = { typeVersion };
	const values = NodeHelpers.getNodeParameters(all, parameters, true, false, node, null) ?? {};
	return all.filter(
		(property) =>
			!['resource', 'operation', 'requestOptions'].includes(property.name) &&
			NodeHelpers.displayParameter(values, property, node, null),
	);
}

const optionsIn = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** What is under the field in n8n, else what can be chosen there. */
function hintOf(property: INodeProperties): string {
	const { description: hint = '' } = property;
	if (property.type !== 'options' || property.typeOptions?.loadOptionsMethod) return hint;
	const all = optionsIn(property).map(({ name }) => name);
	const names = all.length > 15 ? [...all.slice(0, 5), `${all.length - 5} more`] : all;
	return [names.join(', '), hint].filter(Boolean).join('. ');
}

function fieldsTable(shown: INodeProperties[]): string {
	const fields = shown.filter(
		({ name, type }) =>
			!['collection', 'hidden'].includes(type) &&
			!['returnAll', 'limit', 'simplify'].includes(name),
	);
	const collections = shown.filter(({ type }) => type === 'collection');
	return table([
		['Field', 'Must be set', ''],
		...fields.map((property) => [
			property.displayName,
			property.required ? 'yes' : '',
			cell(hintOf(property)),
		]),
		...collections.map((property) => [
			`_${property.displayName}_`,
			'',
			optionsIn(property)
				.map((option) => (option as unknown as INodeProperties).displayName)
				.join(', '),
		]),
	]);
}

/** Texts and lists end here. */
const LONGEST = 80;
const MOST = 3;

/** A value as an example shows it: without the marks of recordings, what is long cut off. */
function short(value: unknown): unknown {
	if (Array.isArray(value)) {
		const more = value.length > MOST ? [`… ${value.length - MOST} more`] : [];
		return [...value.slice(0, MOST).map(short), ...more];
	}
	if (typeof value === 'string') {
		const text = readable(value);
		return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
	}
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([key, inner]) => [
		key.replace(MARK, ''),
		short(inner),
	]);
	const isLong = entries.length > 40;
	return Object.fromEntries(isLong ? [...entries.slice(0, 8), ['…', '…']] : entries) as unknown;
}

/** A value as it stands in the panel. */
function entered(property: INodeProperties, value: unknown): string {
	const chosen = optionsIn(property).find((option) => option.value === value);
	if (chosen && property.type === 'options') return chosen.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const shown = short(isObject(value) && value.__rl ? value.value : value);
	return cell(
		`\`${typeof shown === 'string' ? shown.replaceAll('\n', '↵') : JSON.stringify(shown)}\``,
	);
}

/** What is filled in, a row a field. */
function filledIn(shown: INodeProperties[], parameters: IDataObject): string[][] {
	return shown.flatMap((property): string[][] => {
		const { name, type } = property;
		// Rows that are left empty have a hidden field beside them, which JSON still fills.
		const displayName = `${property.displayName}${type === 'hidden' ? ' (Using JSON)' : ''}`;
		const value = parameters[name];
		// The credential names it.
		if (name === 'account_id' || value === undefined) return [];
		if (type !== 'collection' || !isObject(value)) return [[displayName, entered(property, value)]];
		const inner = (property.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
		return inner
			.filter((one) => one.name in value)
			.map((one) => [
				`${displayName} → ${one.displayName}`,
				entered(one as INodeProperties, value[one.name]),
			]);
	});
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

function output(play: Play): string {
	if (play.error)
		return 'No reply of this operation was recorded: it needs an outside service that the recorded servers did not have.';
	const [file] = play.files ?? [];
	if (file) return `The result is one item with this file:\n\n${block('text', file.trimEnd())}`;
	const items = expectedItems(play);
	const count =
		items.length === 1
			? 'The result is one item'
			: `The result is ${items.length} items. The first`;
	return `${count}:\n\n${block('json', JSON.stringify(short(items[0]), undefined, '\t'))}`;
}

/** @param name of the case; else the least one that is not refused, of the newest release */
function example(all: INodeProperties[], id: string, name = 'least'): string {
	const mine = plays.filter(({ operation }) => operation === id);
	const right = mine.filter(({ error, parameters }) => !error && parameters.simplify !== false);
	const play =
		right.findLast((one) => one.name === name) ??
		right.at(-1) ??
		mine.find((one) => one.recordings);
	if (!play) throw new Error(`${id} has no case to show`);
	const [, resource, operation] = id.split('.');
	const parameters = { resource, operation, ...play.parameters };
	const version = newestVersionOf(nodeNameOf(id));
	const rows = filledIn(shownWith(all, parameters as INodeParameters, version), play.parameters);
	const input = rows.length ? table([['Field', 'Value'], ...rows]) : 'Nothing has to be filled in.';
	return `${input}\n\n${output(play)}`;
}

/** Nothing where nobody has taken it. */
function picture(page: string, alt: string): string {
	const [light, dark] = ['light', 'dark'].map(
		(scheme) => `pictures/resources/${page}.${scheme}.png`,
	);
	if (!existsSync(join(root, 'docs', light))) return '';
	return `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="../${dark}">
  <img src="../${light}" alt="${alt}" width="480">
</picture>\n`;
}

const headingOf = (guide: string): string =>
	/^# (.+)/.exec(readFileSync(join(root, 'docs', guide), 'utf8'))?.[1] ?? guide;

function resourcePage(node: string, key: string): string {
	const { surface, title, resources } = nodes[node];
	const { name, operations } = resources[key];
	const { main, is, also = [], cases = {}, guide } = about[node][key];
	const page = nameOfPage(node, key);
	const all = propertiesOf(node);
	const idOf = (operation: string) => `${surface}.${key}.${operation}`;
	const mainName = operations[main].name;
	const defaults = shownWith(all, { resource: key, operation: main }, newestVersionOf(node));
	const parts = [
		`# ${name}${page === key ? '' : ` (${title.split(' ').at(-1)})`}`,
		`${is} Node **${title}**, resource **${name}**.${guide ? ` More: [${headingOf(guide)}](../${guide}).` : ''}`,
		'## Operations',
		table([
			['Operation', 'What comes out', 'Needs'],
			...Object.values(operations).map((definition) => [
				definition.name,
				cell(definition.gives),
				requirements(definition.needs ?? {}),
			]),
		]),
		`## ${mainName}`,
		picture(page, `The panel of ${name} → ${mainName}`),
		fieldsTable(defaults),
		'### Example',
		example(all, idOf(main), cases[main]),
		...also.flatMap((operation) => [
			`## ${operations[operation].name}`,
			example(all, idOf(operation), cases[operation]),
		]),
		'## Requests and recordings',
		'What each operation sends, and the recordings of real servers that its tests play: on Chatwoot 4.10 and 4.16, or on the one behind the name.',
		table([
			['Operation', 'Request', 'Recordings'],
			...Object.entries(operations).map(([operation, definition]) => {
				const { method, path } = methodAndPath(definition);
				return [definition.name, `\`${method} ${path}\``, proof(idOf(operation), definition)];
			}),
		]),
		'All resources: [operations](../operations.md).',
	];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The page of each resource, by file. */
export const resourcePages = (): Array<[file: string, page: () => string]> =>
	Object.entries(nodes).flatMap(([node, { resources }]) =>
		Object.keys(resources).map((key): [string, () => string] => [
			`docs/resources/${nameOfPage(node, key)}.md`,
			() => resourcePage(node, key),
		]),
	);
