import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { integer, optional } from '../../nodes/shared/vocabulary/fields/fields';
import { operation } from '../../nodes/shared/vocabulary/operation';
import { records, type Order, type Pages } from '../../nodes/shared/vocabulary/reply';
import { delay } from './clock';
import { nodeOf, runAt, serve } from './run';

/** Rows of a list with the newest first, as their times say. */
export const rows = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: from + index,
		created_at: 1_700_000_000 - 10 * (from + index),
	}));

export const idsOf = (list: IDataObject[]) => list.map(({ id }) => id as number);

export const ALL = { returnAll: true };
export const startAfter = (count: unknown) => ({ options: { start_after: count as number } });

/** No two rows have the same place in it. */
export const FIXED: Order = { by: 'id', unique: 'ids are' };

/** What the server sends for a page number. */
export type Body = (page: number) => unknown;

/** @param total rows of the whole list, as the server tells them */
export const body = (payload: IDataObject[], total?: unknown) => ({
	meta: { count: total },
	payload,
});

/** Milliseconds in which the second page would come if it did not wait for the first. */
const FIRST_PAGE = 10;

interface Settings {
	/** Milliseconds that the server takes for a page. */
	wait?: (page: number) => number;
	/** What the server waits for before it replies with a page; the first one takes a moment, because it comes alone. */
	hold?: () => Promise<void>;
	items?: INodeExecutionData[];
}

/** Reads a list from a server that writes down what it is asked for. */
export async function readFrom(
	pages: Pages,
	answer: (query: URLSearchParams) => unknown,
	parameters: IDataObject,
	{ wait, hold, items: inputItems }: Settings = {},
) {
	const requests: string[] = [];
	const inFlight: number[] = [];
	let now = 0;
	const server = await serve((request, response) => {
		const [, search = ''] = (request.url ?? '').split('?');
		const query = new URLSearchParams(search);
		requests.push(search);
		inFlight.push(++now);
		const end = () => {
			now--;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer(query)));
		};
		const page = Number(query.get('page') ?? 1);
		if (hold && page > 1) void hold().then(end);
		else if (hold) void delay(FIRST_PAGE).then(end);
		else if (wait) void delay(wait(page)).then(end);
		else end();
	});
	const id = (name: string) => integer(name, { range: [0, Infinity] });
	const list = operation({
		name: 'List',
		action: 'List',
		gives: 'One item for each row',
		request: 'GET /rows',
		query: pages.onward ? [optional(id('after'), id('before'))] : undefined,
		reply: records('payload', pages),
	});
	try {
		const { items, error } = await runAt(server.url, 'test.run', parameters, {
			node: nodeOf(list),
			items: inputItems,
		});
		const ids = idsOf(items.map((item) => item.json));
		return { ids, items, error, requests, inFlight };
	} finally {
		await server.close();
	}
}

export async function read(
	pages: Pages,
	answer: Body,
	parameters: IDataObject,
	settings?: Settings,
) {
	const outcome = await readFrom(
		pages,
		(query) => answer(Number(query.get('page') ?? 1)),
		parameters,
		settings,
	);
	// Pages side by side come in any order.
	outcome.requests.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
	return outcome;
}
