import type { IDataObject } from 'n8n-workflow';
import { shaped } from '../../../nodes/shared/transport/simplify';
import { at } from '../../../nodes/shared/values';
import { CONTACT, CONVERSATION, MESSAGE, urlOf } from '../../../nodes/shared/vocabulary';
import type { Shape } from '../../../nodes/shared/vocabulary/reply';
import { expectedRecords, plays } from '../../../truth/cases';
import { entryOf } from '../../../truth/coverage';
import { allRecordings, recordsOf, releases } from '../../../truth/recordings';
import { operations } from '../../../truth/surfaces';

const answered = releases
	.flatMap(allRecordings)
	.filter(({ response: { status, body } }) => status < 300 && body);

/** The keys that every item has, each with whether one of these records has its value. */
function keysFound(shape: Shape, records: unknown[]): Array<[key: string, isFound: boolean]> {
	if (records.length === 0) return [];
	return Object.entries(shape).flatMap(([key, from]): Array<[string, boolean]> => {
		if (typeof from === 'object' && !Array.isArray(from)) return [];
		const [path, inner] = Array.isArray(from) ? from : [from];
		const values = records.map((record) => at(record, path.replace('?', '')));
		if (inner) return keysFound(inner, values.flat().filter(Boolean));
		return path.endsWith('?')
			? []
			: [[`${key}: ${path}`, values.some((value) => value !== undefined)]];
	});
}

test('every key of an item has a value in some reply', () => {
	const foundKeys = new Map<string, boolean>();
	for (const [id, definition] of operations()) {
		const { simple } = definition.reply ?? {};
		if (!simple || simple === 'all') continue;
		const op = entryOf(id, definition)?.id;
		const played = plays.filter(({ operation, error }) => operation === id && !error);
		const records = [
			...played.flatMap(expectedRecords),
			...answered
				.filter((one) => one.op === op)
				.flatMap(({ response: { body } }) => recordsOf(op ?? '', body)),
		];
		const shapes =
			typeof simple === 'function'
				? played.map(({ parameters }) =>
						simple({ ...parameters, ...(parameters.options as IDataObject) }, Infinity),
					)
				: [simple];
		for (const [key, found] of shapes.flatMap((shape) => keysFound(shape, records))) {
			const name = `${id.split('.')[0]} ${key}`;
			foundKeys.set(name, found || foundKeys.get(name) === true);
		}
	}
	expect(foundKeys.size).toBeGreaterThan(150);
	expect([...foundKeys].filter(([, found]) => !found).map(([name]) => name)).toEqual([]);
});

const BASE = 'https://example.com/chat';
const DASHBOARD = `${BASE}/app/accounts/2`;

test.each<[string, Shape, IDataObject, string]>([
	['a contact', CONTACT, { id: 5 }, `${DASHBOARD}/contacts/5`],
	['a conversation', CONVERSATION, { id: 7 }, `${DASHBOARD}/conversations/7`],
	['a message', MESSAGE, { id: 9, conversation_id: 7 }, `${DASHBOARD}/conversations/7?messageId=9`],
	[
		'an article',
		{ slug: 'slug', ...urlOf('article') },
		{ slug: 'a b' },
		`${BASE}/hc/help/articles/a%20b`,
	],
])('the url of %s leads people to it', (_, shape, record, url) => {
	const values = { account_id: 2, portal_slug: 'help' };
	expect(shaped(record, shape, { baseUrl: BASE, values }).url).toBe(url);
	expect(shaped({}, shape, { baseUrl: BASE, values }).url).toBeNull();
	expect(shaped(record, shape, { values }).url).toBeNull();
	expect(shaped(record, shape, { baseUrl: BASE }).url).toBeNull();
});
