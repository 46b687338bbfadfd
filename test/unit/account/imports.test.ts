import type { IDataObject } from 'n8n-workflow';
import { recording, releases } from '../../../truth/recordings';
import { fastClock } from '../../support/clock';
import { recorded } from '../../support/faults';
import { json, runAt, TOKEN } from '../../support/run';
import { listen, type Answer } from '../../support/server';

/** Contact → Import, where it waits. */

fastClock();

const before = recording('account.data_import.list', 'ok-full', '4.16').response.body as {
	payload: IDataObject[];
};
const [mine] = (
	recording('account.data_import.list', 'after-import', '4.16').response.body as {
		payload: IDataObject[];
	}
).payload;
const done = recording('account.data_import.get', 'contact-import', '4.16').response
	.body as IDataObject;

const listOf = (...added: IDataObject[]) => json({ payload: [...added, ...before.payload] });
const at = (id: number, more: IDataObject = {}): IDataObject => ({ ...mine, id, ...more });

interface Server {
	version?: string;
	/** Answers of the list in turn. */
	lists?: Answer[];
	/** Answers of the import in turn, the last for good. */
	details?: Answer[];
}

async function importing(
	{
		version = '4.16.2',
		lists = [listOf(), listOf(at(12))],
		details = [json({ ...done, id: 12 })],
	}: Server,
	options: IDataObject = {},
	items = 1,
	rows = 1,
) {
	const [listReplies, detailReplies] = [lists.values(), details.values()];
	let last = details[0];
	const server = await listen(({ path }) => {
		if (path === '/api') return json({ version });
		if (path === '/api/v1/accounts/1') return json({ id: 1, features: {} });
		if (path === '/api/v1/profile')
			return json({ name: 'Ada', accounts: [{ id: 1, role: 'administrator' }] });
		if (path.endsWith('/contacts/import')) return recorded('account.contact.import', 'ok', '4.16');
		if (path.endsWith('/data_imports')) return listReplies.next().value as Answer;
		last = (detailReplies.next().value as Answer | undefined) ?? last;
		return last;
	});
	const text = `name\n${'Ann\n'.repeat(rows)}`;
	const data = { data: Buffer.from(text).toString('base64'), mimeType: 'text/csv' };
	const outcome = await runAt(
		server.url,
		'contact.import',
		{ import_file: 'data', options },
		{ items: Array.from({ length: items }, () => ({ json: {}, binary: { data } })) },
	);
	const requests = server.received.map(({ method, path }) =>
		`${method} ${path}`.replace('/api/v1/accounts/1/', ''),
	);
	await server.close();
	return { ...outcome, requests };
}

test('if it need not wait, nothing is asked, on any release', async () => {
	for (const version of [...releases, '4.9.0']) {
		const { requests, items } = await importing({ version }, { wait_until_done: false });
		expect(requests).toEqual(['POST contacts/import']);
		expect(items.map((item) => item.json)).toEqual([
			{
				...{ success: true, status: 'pending', total_records: 1 },
				...{ refused_records: 0, refused_rows: [] },
			},
		]);
	}
});

test('it waits for the import that is new, and tells what came of it', async () => {
	const pending = json(at(12, { status: 'pending', total_records: null }));
	const { requests, items, error } = await importing(
		{
			// The import of somebody else that is no CSV file does not count.
			lists: [listOf(), listOf(at(13, { data_type: 'intercom' }), at(12))],
			details: [pending, json(at(12, { status: 'processing' })), json({ ...done, id: 12 })],
		},
		{},
		1,
		4,
	);
	expect(error).toBeUndefined();
	expect(requests).toEqual([
		...['GET data_imports', 'GET /api/v1/accounts/1', 'POST contacts/import', 'GET data_imports'],
		...['GET data_imports/12', 'GET data_imports/12', 'GET data_imports/12'],
	]);
	expect(items.map((item) => item.json)).toEqual([
		{
			...{ success: true, data_import_id: 12, status: 'completed', total_records: 4 },
			...{ processed_records: 3, created_records: 3, updated_records: 0 },
			...{ refused_records: 1, refused_rows: [] },
		},
	]);
});

test('items wait for each other, and each finds its own import', async () => {
	const { requests, items } = await importing(
		{
			lists: [listOf(), listOf(at(12)), listOf(at(12)), listOf(at(14), at(12))],
			details: [json({ ...done, id: 12 }), json({ ...done, id: 14 })],
		},
		{ wait_until_done: true },
		2,
	);
	expect(requests.filter((one) => /POST|data_imports\/\d+$/.test(one))).toEqual([
		...['POST contacts/import', 'GET data_imports/12'],
		...['POST contacts/import', 'GET data_imports/14'],
	]);
	expect(items.map((item) => item.json.data_import_id)).toEqual([12, 14]);
});

test.each<[string, Server, string, string, number]>([
	[
		'where it is not listed',
		{ lists: [listOf(), listOf()] },
		'lists no new import',
		'may still be running',
		1,
	],
	[
		'where others began, too',
		{ lists: [listOf(), listOf(at(13), at(12))] },
		'Several imports started at the same time: this one is among 13, 12',
		'may still be running',
		1,
	],
	[
		'of a file without rows',
		{ details: [json(at(12, { ...done, id: 12, total_records: 0, processed_records: 0 }))] },
		'Import 12 found no rows in the file',
		'CSV file with a header',
		1,
	],
	[
		'that failed',
		{ details: [json(at(12, { status: 'failed' }))] },
		'Import 12 ended with the status failed after 2 of 2 rows',
		'',
		1,
	],
	[
		'that takes too long',
		{ details: [json(at(12, { status: 'processing' }))] },
		'Import 12 did not finish within 1 min',
		'It continues in Chatwoot',
		1,
	],
	[
		'that is gone',
		{ details: [json({ error: 'Resource could not be found' }, 404)] },
		'Waiting for import 12 failed',
		'the file was accepted',
		1,
	],
])('an import %s is an error', async (_, server, words, hint, posts) => {
	const { error, requests } = await importing(server, { wait_until_done: true, wait_minutes: 1 });
	expect(error?.message).toContain(words);
	expect(error?.description).toContain(hint);
	expect(error?.description).not.toContain(TOKEN);
	expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(posts);
	// One look every five seconds, and no more than the minute has.
	expect(requests.filter((one) => /data_imports\/\d+$/.test(one)).length).toBeLessThanOrEqual(12);
});
