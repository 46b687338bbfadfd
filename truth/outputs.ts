import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import type { Shape } from '../nodes/shared/vocabulary/reply';

/*
 * What the nodes must make of the service's records, told a second time and in another way, so that
 * what is wrong there is not right here.
 */

const isUnixTime = (key: string) =>
	['at', 'on', 'since', 'until', 'timestamp'].includes(key.split('_').at(-1) ?? '');

/** In attributes people name the keys: they stay as they are. */
const FREE = /_attributes$/;

/** Times in ISO, message types in words, null in the place of empty objects. */
function plain(value: unknown, key = ''): unknown {
	if (JSON.stringify(value) === '{}') return null;
	if (FREE.test(key)) return value;
	if (Array.isArray(value)) return value.map((entry) => plain(entry));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, plain(inner, name)]),
		);
	if (typeof value !== 'number') return value;
	if (isUnixTime(key)) return value === 0 ? null : new Date(value * 1000).toISOString();
	return key === 'message_type' ? ['incoming', 'outgoing', 'activity', 'template'][value] : value;
}

const within = (record: unknown, path: string): unknown => {
	const [key, ...rest] = path.split('.');
	const inner = (record as IDataObject | null | undefined)?.[key];
	return rest.length ? within(inner, rest.join('.')) : inner;
};

/** The address of a page, as a play shows it: null where a part of it is missing. */
function addressOf(page: string, parts: IDataObject): string | null {
	let address = `{base_url}${page}`;
	for (const [placeholder, name] of page.matchAll(/{(.+?)}/g)) {
		const part = parts[name];
		if (typeof part !== 'number' && !part) return null;
		address = address.split(placeholder).join(String(part));
	}
	return address;
}

const lastWritten = ({ last_non_activity_message: written, messages }: IDataObject) => {
	const all = [written, ...((messages ?? []) as unknown[])] as Array<
		IDataObject | null | undefined
	>;
	const seen = all.filter((one) => one && one.private !== true && one.message_type !== 2)[0];
	if (seen) return seen;
	return written === null || (written === undefined && messages && !all[1]) ? 'none' : undefined;
};

const lastKey =
	(read: (message: IDataObject) => unknown, none: unknown) => (record: IDataObject) => {
		const last = lastWritten(record);
		return last === 'none' ? none : last && read(last);
	};

/** Reads the clock of an inbox: whether it is open at a time in milliseconds. */
function clockOf({ timezone, working_hours_enabled: isEnabled, working_hours: week }: IDataObject) {
	const clock = new Intl.DateTimeFormat('en-GB', {
		...{
			timeZone: (timezone ?? 'UTC') as string,
			weekday: 'short',
			hour: '2-digit',
			minute: '2-digit',
		},
	});
	const two = (value: unknown) => String(Number(value)).padStart(2, '0');
	return (time: number): boolean => {
		if (!isEnabled) return true;
		const [weekday, shown] = clock.format(time).split(/,? /);
		const number = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday);
		const day = (week as IDataObject[]).find(({ day_of_week: one }) => one === number);
		if (!day || day.closed_all_day) return false;
		const [opens, closes] = [
			`${two(day.open_hour)}:${two(day.open_minutes)}`,
			`${two(day.close_hour)}:${two(day.close_minutes)}`,
		];
		return Boolean(day.open_all_day) || (opens <= shown && (shown < closes || closes === '23:59'));
	};
}

/** The first minute of the next two weeks at which an inbox opens or closes. */
const nextTime = (toOpen: boolean) => (inbox: IDataObject) => {
	const isOpen = clockOf(inbox);
	const begin = Math.floor(Date.now() / 60_000);
	const minutes = inbox.working_hours_enabled
		? Array.from({ length: 20_160 }, (_, one) => one)
		: [];
	const states = minutes.map((one) => isOpen((begin + one) * 60_000));
	const found = states.findIndex((one, at) => at > 0 && one === toOpen && states[at - 1] !== one);
	return found < 0 ? null : (begin + found) * 60;
};

/** Values that depend on several keys of the record. */
const COMPUTED: Record<string, (record: IDataObject) => unknown> = {
	last_message: lastKey((message) => message.content, null),
	last_message_at: lastKey((message) => message.created_at, null),
	last_message_by: lastKey((message) => {
		if (message.message_type === 0) return 'customer';
		const { external_echo: isEcho } = (message.content_attributes ?? {}) as IDataObject;
		return isEcho || message.sender_type === 'User' ? 'agent' : 'bot';
	}, 'none'),
	assignee_type: ({ meta }) => {
		const { assignee, assignee_type: type } = (meta ?? {}) as IDataObject;
		if (!assignee) return null;
		if (type === 'Captain::Assistant') return 'captain_assistant';
		return type === 'AgentBot' ? 'agent_bot' : 'user';
	},
	is_open_now: (inbox) => clockOf(inbox)(Date.now()),
	opens_at: nextTime(true),
	closes_at: nextTime(false),
};

/** @param path the values in the path of the call */
function inShape(record: unknown, shape: Shape, path: Record<string, string>): IDataObject {
	const item: IDataObject = {};
	const pages: Array<[key: string, page: string]> = [];
	for (const [key, from] of Object.entries(shape)) {
		if (typeof from === 'object' && 'page' in from) {
			item[key] = null;
			pages.push([key, from.page]);
			continue;
		}
		if (typeof from === 'object' && 'computed' in from) {
			const { conversation = record } = record as IDataObject;
			item[key] = plain(COMPUTED[key](conversation as IDataObject) ?? null, key) as IDataObject;
			continue;
		}
		if (typeof from !== 'string') {
			const found = within(record, from[0]) ?? [];
			item[key] = (found as unknown[]).map((one) => inShape(one, from[1], path));
			continue;
		}
		const value = within(record, from.replace(/[?]$/, ''));
		if (value !== undefined || !from.endsWith('?'))
			item[key] = plain(value ?? null, key) as IDataObject;
	}
	for (const [key, page] of pages) item[key] = addressOf(page, { ...path, ...item });
	return item;
}

/**
 * The item of a record.
 * @param parameters of the node
 * @param path the values in the path of the call
 * @param version of the node
 */
export function simpleItem(
	record: IDataObject,
	{ path: fields = [], reply }: Operation,
	parameters: IDataObject,
	path: Record<string, string>,
	version: number,
): IDataObject {
	const chosen = { ...parameters, ...(parameters.options as IDataObject) };
	const simple =
		typeof reply?.simple === 'function' ? reply.simple(chosen, version) : reply?.simple;
	const isRecord = JSON.stringify(Object.keys(record)) !== '["success"]';
	const item =
		simple === undefined || !isRecord
			? { ...record }
			: simple === 'all'
				? (plain(record) as IDataObject)
				: inShape(record, simple, path);
	const pathNames = fields.flatMap((field) =>
		'convert' in field && !field.fallback ? [field.name] : [],
	);
	const about: IDataObject = {};
	for (const [name, text] of Object.entries(path)) {
		if (!/_id$|_identifier$|_uuid$/.test(name) || !pathNames.includes(name)) continue;
		about[name] = /^\d+$/.test(text) ? Number(text) : decodeURIComponent(text);
	}
	for (const [name, value] of Object.entries(about))
		if (name === 'contact_id' || name === 'conversation_id' || value !== item.id)
			item[name] = value;
	return item;
}
