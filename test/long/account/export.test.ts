import type { IDataObject } from 'n8n-workflow';
import { BEGIN, conversation, conversations, exported, upTo } from '../../support/exports';
import { idsOf } from '../../support/lists';

test('20,000 conversations come once each, also when others arrive meanwhile', async () => {
	const list = conversations(20_000, 60);
	const lines: string[] = [];
	const { rows, requests } = await exported(
		'conversations',
		{},
		{
			conversations: list,
			before: ({ count }) => {
				if (count % 100 === 50) list.push(conversation(list.length + 1, BEGIN + list.length * 60));
			},
		},
		lines,
	);
	expect(list.length).toBeGreaterThan(20_000);
	expect(idsOf(rows)).toEqual(upTo(20_000));
	expect(new Set(rows.map(({ key }) => key)).size).toBe(20_000);
	expect(requests.length).toBeLessThan(825);
	expect(lines.slice(0, 2)).toEqual([
		'Export: 2500 conversations so far',
		'Export: 5000 conversations so far',
	]);
	expect(lines.at(-1)).toBe('Export: 20000 conversations so far');
}, 120_000);

test('more rows than n8n takes are refused', async () => {
	const list = upTo(101_000).map((id) => ({
		id,
		created_at: BEGIN + id,
		status: 'open',
		meta: {},
	}));
	const big = { conversations: list, size: 10_000 };
	const { error } = await exported('conversations', {}, big);
	expect(error?.message).toBe(
		'There are more than 100000 conversations, the most that n8n accepts from one item',
	);
	const limited = await exported('conversations', { returnAll: false, limit: 3 }, big);
	expect(idsOf(limited.rows)).toEqual([1, 2, 3]);
}, 60_000);

test('a list that moves while its file is written gives each once, and none is missed', async () => {
	const list = conversations(12_000, 60);
	const deleted: number[] = [];
	const lines: string[] = [];
	const { files, rows } = await exported(
		'conversations',
		{ output: 'ndjson' },
		{
			conversations: list,
			before: ({ count }) => {
				// Of what was written, of what is about to be, and of what comes later.
				if (![20, 250, 380].includes(count)) return;
				for (const index of [3, 2_600, 5_100, 9_000])
					deleted.push(...list.splice(index, 1).map(({ id }) => Number(id)));
			},
		},
		lines,
	);
	const written = files[0].trim().split('\n');
	const ids = idsOf(written.map((line) => JSON.parse(line) as IDataObject));
	expect(rows[0].rows).toBe(written.length);
	expect(lines.filter((line) => line.includes('changed')).length).toBeGreaterThanOrEqual(2);
	expect([...new Set(ids)].sort((one, other) => one - other)).toEqual(ids);
	const missed = upTo(12_000).filter((id) => !ids.includes(id));
	expect(missed.every((id) => deleted.includes(id))).toBe(true);
}, 120_000);
