import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { calendarOf } from '../calendar';
import type { Field, Part } from '../fields';
import type { Resources } from '../operation';
import type { Locator } from './data';
import { segment } from '../transport/address';
import { badInput, ServiceError, toNodeError } from '../transport/errors';
import { at } from '../transport/pages';
import { emptyText } from '../transport/parameters';
import { connect, credentialOf, type Service } from '../transport/request';
import { newRun } from '../transport/run';
import { isEmpty } from '../values';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
) => Promise<INodeListSearchResult>;

type Options = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Every field of the resources. */
export const fieldsIn = (resources: Resources): Field[] =>
	Object.values(resources)
		.flatMap(({ operations }) => Object.values(operations))
		.flatMap(({ path = [], query = [], body = [], options = [] }) =>
			[...path, ...query, ...body, ...options].flatMap(fieldsOf),
		);

/** Every locator that picks one record, by the name of its search method. */
export function listSearches(fields: Field[]): Record<string, Search> {
	return Object.fromEntries(
		fields.flatMap(({ locator, property: { type } }) =>
			locator && type === 'resourceLocator' ? [[locator.method, searchOf(locator, fields)]] : [],
		),
	);
}

/** Every locator that picks several records: all entries of its list. */
export function optionLists(fields: Field[]): Record<string, Options> {
	return Object.fromEntries(
		fields.flatMap(({ locator, property: { type } }) =>
			locator && type === 'multiOptions' ? [[locator.method, optionsOf(locator, fields)]] : [],
		),
	);
}

const optionsOf = (locator: Locator, fields: Field[]): Options =>
	async function () {
		const search = searchOf(locator, fields);
		const found: INodePropertyOptions[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await search.call(this, '', page);
			found.push(...results.map(({ name, value }) => ({ name, value })));
			page = paginationToken as typeof page;
		} while (page);
		return found;
	};

function fieldsOf(part: Part): Field[] {
	if ('fixed' in part) return [];
	if ('optional' in part) return part.optional;
	if ('choices' in part)
		return Object.values(part.choices).flatMap(({ parts }) => parts.flatMap(fieldsOf));
	return [part];
}

const searchOf = (locator: Locator, fields: Field[]): Search =>
	async function (filter = '', page) {
		try {
			// Whoever opens a list wants to see what is wrong, not to wait.
			const service = await connect(this, credentialOf(locator.list), {}, newRun({}, undefined, 1));
			const { credentials } = service;
			const parent = (name: string): string => {
				const field = fields.find((entry) => entry.locator && entry.name === name);
				const given = this.getCurrentNodeParameter(name) as unknown;
				const value = isEmpty(given) && field?.fallback ? credentials[field.fallback] : given;
				try {
					if (field && isEmpty(value)) throw badInput(emptyText(field));
					return String(field?.convert(value, { ...calendarOf('UTC'), values: {}, credentials }));
				} catch (error) {
					throw badInput(`${field?.property.displayName} ${(error as Error).message}`, [name]);
				}
			};
			const fill = (template: string) =>
				template.replace(/\{(\w+)\}/g, (_, name: string) => segment(parent(name)));
			const asked =
				filter && locator.search
					? fill(locator.search) + encodeURIComponent(filter)
					: fill(locator.list);
			const [path, query] = asked.split(/\?(.*)/s);
			const listing = service.send({
				method: 'GET',
				path,
				query: {
					...Object.fromEntries(new URLSearchParams(query)),
					...(page ? { [locator.pages?.byId ? 'before' : 'page']: page } : {}),
				},
			});
			const [listed] = await Promise.allSettled([listing]);
			if (listed.status === 'rejected') {
				const found = await withoutList(service, locator, filter, listed.reason);
				return { results: found };
			}
			const rows = (at(listed.value, locator.rows) ?? []) as IDataObject[];
			return {
				results: rows
					.map((row) => toEntry(row, locator, (url) => service.baseUrl + fill(url)))
					.filter(
						({ name }) =>
							locator.search || name.toLowerCase().includes(filter.trim().toLowerCase()),
					),
				paginationToken: next(locator, rows, page),
			};
		} catch (error) {
			throw toNodeError(this.getNode(), error, { operation: 'List' });
		}
	};

const UNLISTED = 'The service cannot list them any more: type an ID to find one';

/**
 * Some lists of the service answer 500 for good once one of their records was deleted: then a typed
 * ID finds its record, and an entry says so. @throws the error where the list has no such way
 */
async function withoutList(
	service: Service,
	locator: Locator,
	filter: string,
	error: unknown,
): Promise<INodeListSearchItems[]> {
	if (!locator.one || !(error instanceof ServiceError) || error.status !== 500) throw error;
	const id = filter.trim();
	const path = locator.one + id;
	const [found] = /^[1-9]\d*$/.test(id)
		? await Promise.allSettled([service.send({ method: 'GET', path })])
		: [];
	return found?.status === 'fulfilled'
		? [toEntry(found.value as IDataObject, locator, String)]
		: [{ name: UNLISTED, value: '' }];
}

/** What the next page begins with: its number, or the id before which it ends. */
function next({ pages }: Locator, rows: IDataObject[], page = '1'): string | undefined {
	if (!pages?.size || rows.length < pages.size) return undefined;
	return String(pages.byId ? (rows[0].id as number) : Number(page) + 1);
}

function toEntry(
	row: IDataObject,
	{ value = 'id', label, url }: Locator,
	link: (url: string) => string,
): INodeListSearchItems {
	const id = row[value] as string | number;
	const shown = label.map((key) => at(row, key)).find(Boolean);
	return {
		name: shown ? `${String(shown)} (${id})` : `#${id}`,
		value: id,
		...(url ? { url: link(url.replace('{id}', segment(id))) } : {}),
	};
}
