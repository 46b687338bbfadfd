import { formsOf } from '../formats/phone';
import { methodAndPath, type Operation } from '../vocabulary/operation';
import { CONTACT_KEYS } from '../vocabulary/records';
import type { ItemParameters } from './parameters';
import { limit, sideBySide, type Away, type Quiet } from './run';

/** A POST to one of these adds a record. */
const COLLECTION =
	/^(\/api\/v1\/accounts\/\{account_id\}(\/captain)?|\/platform\/api\/v1|\/public\/api\/v1\/inboxes\/\{inbox_identifier\})\/\w+$/;

/**
 * Fields that name the record to write to if the path does not, by the last word of the path. They include
 * keys that must be unique: if two creates with the same key arrive at the same moment, Chatwoot stores
 * both, or answers 500 to one of them.
 */
const NAMED_BY: Record<string, string[]> = {
	account_users: ['user_id'],
	accounts: ['name', 'email'],
	agents: ['email'],
	assignment_policies: ['name'],
	assistant_responses: ['assistant_id'],
	bulk_actions: ['ids'],
	bulk_create: ['emails'],
	canned_responses: ['short_code'],
	companies: ['domain'],
	contact_inboxes: ['contact_id', 'source_id'],
	contact_merge: ['base_contact_id', 'mergee_contact_id'],
	contacts: [...CONTACT_KEYS, 'contact_id', 'source_id'],
	conversations: ['contact_id', 'source_id'],
	custom_attribute_definitions: ['attribute_key'],
	custom_tools: ['title'],
	documents: ['external_link'],
	execute: ['conversation_ids'],
	inbox_members: ['inbox_id'],
	inboxes: ['inbox_id', 'email', 'phone_number', 'bot_token', 'line_channel_id'],
	labels: ['title'],
	messages: CONTACT_KEYS,
	portals: ['portal_slug', 'slug', 'custom_domain'],
	teams: ['name'],
	users: ['email', 'user_id'],
	webhooks: ['url'],
};

/**
 * A key as Chatwoot may store it, without spaces around it and without a slash at the end of a URL. The
 * forms of a phone number have the same key.
 */
const sameKey = (value: unknown) =>
	formsOf(String(value).trim().replace(/\/$/, '').toLowerCase()).sort()[0];

/**
 * Keys for the records that an item writes to, as far as its fields name them. Items with the same key
 * are done one after the other. Empty for an operation that only reads or adds records. All items of an
 * execution have the same operation, so the whole path can be the key of its record.
 */
export function recordsOf(operation: Operation, { values, request }: ItemParameters): string[] {
	const { method, reads, path } = request;
	if (method === 'GET' || reads) return [];
	const template = methodAndPath(operation).path.replace(/\/\{\w+\?\}/g, '');
	const names = NAMED_BY[template.split('/').at(-1) ?? ''] ?? [];
	const named = names.flatMap((name) =>
		[values[name] ?? []].flat().map((value) => `${name} ${sameKey(value)}`),
	);
	const adds = method === 'POST' && COLLECTION.test(template);
	// A record named by a field is the same record, whatever the ids in the path are.
	const place = named.length ? template : path;
	// The method keeps these keys apart from those of `inTurn` inside an item: with the same key the item
	// would wait for itself.
	return (named.length || adds ? named : ['']).map((name) => `${method} ${place} ${name}`);
}

/** What an item can do with its place, and how it hears of others. */
export interface Workplace {
	away: Away;
	/** Lets the next item with its keys begin, unless there is one place. @returns whether it may */
	letNext: () => boolean;
	quiet: Quiet;
}

/**
 * Does the work of an item when all earlier items with its keys are done, or have let the next one begin;
 * undefined if it must not begin.
 */
export type Turn = <T>(
	keys: string[],
	work: (place: Workplace) => Promise<T>,
) => Promise<T | undefined>;

/**
 * Does items side by side, but those with the same key one after the other, in the order of the items,
 * even if a later item knows its keys earlier.
 */
export async function inOrder<T>(
	count: number,
	places: number,
	task: (item: number, turn: Turn) => Promise<T>,
): Promise<T[]> {
	const last = new Map<string, number>();
	let line = Promise.resolve();
	const atWork = limit(places);
	return await sideBySide(count, 2 * places, async (item, rest, away, passOn) => {
		const letNext = () => {
			if (places > 1) passOn();
			return places > 1;
		};
		const before = line;
		let pass = () => {};
		line = new Promise((resolve) => {
			pass = resolve;
		});
		try {
			return await task(item, async (keys, work) => {
				await before;
				const earlier = keys.flatMap((key) => last.get(key) ?? []);
				for (const key of keys) last.set(key, item);
				pass();
				await rest(earlier);
				return await atWork(async (leave, quiet) => {
					if (!(await rest([]))) return undefined;
					// It comes back in the order in which it began, so that no two items wait for each other.
					const leaving: Away = async (wait) => await leave(async () => await away(wait));
					return await work({ away: leaving, letNext, quiet });
				});
			});
		} finally {
			await before;
			pass();
		}
	});
}
