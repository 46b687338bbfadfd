import type { IDataObject } from 'n8n-workflow';
import { orderOf } from '../../nodes/shared/transport/pages';
import { at } from '../../nodes/shared/values';
import type { Request } from '../../nodes/shared/vocabulary';
import type { Pages } from '../../nodes/shared/vocabulary/reply';
import { entryOf } from '../../truth/coverage';
import { recordingsOf, releases, type Release } from '../../truth/recordings';
import { operations } from '../../truth/surfaces';

/** Sets the value at a path. */
export function put(body: IDataObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let place = body;
	for (const key of keys) place = (place[key] ??= {}) as IDataObject;
	place[last] = value as IDataObject;
}

/** A list with page numbers, and what a release shows of it. */
export interface PagedList {
	name: string;
	release: Release;
	path: string;
	pages: Pages;
	/** The times in its rows. */
	times: string[];
	/** Whether the total of the rows is known, or that more rows follow. */
	shows: Array<'total' | 'more'>;
}

/** Rows of a page: short lists have many pages then. */
const SIZE = 4;

const TIMES = [
	...['created_at', 'updated_at', 'occurred_at'],
	...['applied_sla.created_at', 'applied_sla.updated_at'],
];

/** Every list with page numbers, as each release that was recorded shows it. */
export const pagedLists: PagedList[] = operations().flatMap(([name, definition]) => {
	const { reply } = definition;
	const { pages } = reply ?? {};
	const entry = entryOf(name, definition);
	if (!reply || !pages?.param || !entry) return [];
	const { id } = entry;
	const [path] = reply.paths;
	return releases.map((release) => {
		const bodies = recordingsOf(id, release).map(({ response }) => response.body);
		const rows = bodies.flatMap((body) => at(body, path) ?? []) as IDataObject[];
		const hasMore = bodies.some((body) => pages.more && typeof at(body, pages.more) === 'boolean');
		const shows = hasMore ? (['more'] as const) : pages.total ? (['total'] as const) : [];
		const times = TIMES.filter((time) => rows.some((row) => at(row, time)));
		return { name, release, path, pages: { ...pages, size: SIZE }, times, shows: [...shows] };
	});
});

interface Row {
	id: number;
	createdAt: number;
	/** When it came into the list for the last time, or was changed. */
	updatedAt: number;
	/** Its place, unless the time of creation is. */
	rank: number;
	/** Whether it fits the filters. */
	isListed: boolean;
}

/** A list in which records are created, deleted, merged and moved while it is read. */
export class ChangingList {
	/** Unix time. */
	now = 1_800_000_000;
	requests = 0;
	/** Called before each reply. */
	meanwhile: () => void = () => {};

	private rows: Row[] = [];
	private lastId = 0;

	/** @param random numbers from 0 to 1 */
	constructor(
		private readonly list: PagedList,
		private readonly query: IDataObject,
		private readonly random: () => number,
	) {}

	/** Ids of the rows that are listed. */
	get listed(): number[] {
		return this.rows.filter(({ isListed }) => isListed).map(({ id }) => id);
	}

	create(isListed = true): void {
		const { now } = this;
		const rank = this.isFront ? -now : this.random();
		this.rows.push({ id: ++this.lastId, createdAt: now, updatedAt: now, rank, isListed });
	}

	delete(): void {
		const row = this.any(true);
		if (row) this.rows.splice(this.rows.indexOf(row), 1);
	}

	/** Two records become one, which changes. */
	merge(): void {
		this.delete();
		this.move();
	}

	/** A change gives a record another place: the first one in lists with the newest change first. */
	move(): void {
		const row = this.any(true);
		if (row) this.touch(row).rank = this.isFront ? -this.now : this.random();
	}

	/** A change makes that a record does not fit the filters any more, such as a resolved conversation. */
	leave(): void {
		const row = this.any(true);
		if (row) this.touch(row).isListed = false;
	}

	/** A change makes that a record fits the filters again. */
	enter(): void {
		const row = this.any(false);
		if (!row) return;
		this.touch(row).isListed = true;
		if (this.isFront) row.rank = -this.now;
	}

	/** Whether its rows show when they came into it, and not only when they were created. */
	get showsChanges(): boolean {
		return this.list.times.some((time) => time.endsWith('updated_at'));
	}

	send = async ({ path, query = {} }: Request): Promise<unknown> => {
		this.requests++;
		// Requests that leave side by side arrive in any order.
		for (let turns = Math.floor(this.random() * 12); turns > 0; turns--) await undefined;
		this.now += this.random() < 0.2 ? this.random() : 0.001;
		this.meanwhile();
		if (path === '/api')
			return { timestamp: new Date(this.now * 1000).toISOString().slice(0, 19).replace('T', ' ') };
		const { pages, shows } = this.list;
		const { total, more, param = 'page', unless = [] } = pages;
		const again = this.againFor(query);
		const sorted = this.sorted(again?.order.by);
		const number = Number(query[param] ?? 1);
		const page = again?.whole ? sorted : sorted.slice((number - 1) * SIZE, number * SIZE);
		const shown = page.map((row) => this.shown(row));
		if (this.list.path === '') return shown;
		const body: IDataObject = {};
		put(body, this.list.path, shown);
		const isOfPage = shows.includes('more') || unless.some((key) => key in query);
		if (total) put(body, total, isOfPage ? page.length : sorted.length);
		if (more && shows.includes('more')) put(body, more, number * SIZE < sorted.length);
		return body;
	};

	private get order() {
		return orderOf(this.list.pages, this.query);
	}

	private get isFront(): boolean {
		return Boolean(this.order?.front);
	}

	/** The second way to read the list to which a request belongs. */
	private againFor(query: IDataObject) {
		const ways = [this.order?.atOnce, this.order?.again];
		return ways.find(
			(way) => way && Object.entries(way.query).every(([key, value]) => query[key] === value),
		);
	}

	private sorted(by = this.order?.by ?? ''): Row[] {
		const placeOf = ({ createdAt, rank, id }: Row): number => {
			if (by.startsWith('created_at desc')) return -createdAt;
			if (by.startsWith('created_at')) return createdAt;
			return this.order?.by.startsWith('created_at') ? id : rank;
		};
		return this.rows
			.filter(({ isListed }) => isListed)
			.sort((one, other) => placeOf(one) - placeOf(other) || one.id - other.id);
	}

	private shown({ id, createdAt, updatedAt }: Row): IDataObject {
		const row: IDataObject = {};
		put(row, this.list.pages.id ?? 'id', id);
		for (const time of this.list.times) {
			const moment = time.endsWith('updated_at') ? updatedAt : createdAt;
			const isText = this.list.release === '4.10';
			put(row, time, isText ? new Date(moment * 1000).toISOString() : Math.floor(moment));
		}
		return row;
	}

	private any(isListed: boolean): Row | undefined {
		const rows = this.rows.filter((row) => row.isListed === isListed);
		return rows[Math.floor(this.random() * rows.length)];
	}

	private touch(row: Row): Row {
		return Object.assign(row, { updatedAt: this.now });
	}
}
