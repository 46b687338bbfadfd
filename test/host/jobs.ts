import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { lines } from '../../host/install';
import { step, stopAll } from '../../host/steps';
import { recording } from '../../truth/recordings';
import { report, runChecks } from '../support/checklist';
import { realN8n } from '../support/realN8n';
import { json } from '../support/run';
import { listen, type Received } from '../support/server';
import { operation, workflow, type Step } from '../support/workflow';

const AMOUNT = 20_000;
const PAGE = 25;
const BEGIN = Date.UTC(2025, 0, 1) / 1000;
const BUDGET = 1.3;

/** A recorded conversation, with these of its own. */
const [recorded] = (
	recording('account.conversation.list', 'ok').response.body as {
		data: { payload: IDataObject[] };
	}
).data.payload;
const conversation = (id: number) => ({
	...recorded,
	id,
	created_at: BEGIN + id * 60,
	inbox_id: 1,
});

/** A service with many conversations. */
function answer({ path, query }: Received) {
	if (path.endsWith('/inboxes')) return json({ payload: [{ id: 1, name: 'Website' }] });
	const page = Number(Object.fromEntries(query).page ?? 1);
	const from = (page - 1) * PAGE;
	const length = Math.max(0, Math.min(PAGE, AMOUNT - from));
	const payload = Array.from({ length }, (_, index) => conversation(from + index + 1));
	return json({ data: { meta: { all_count: AMOUNT }, payload } });
}

/** The same rows out of a Code node: what n8n itself needs for them. */
const codeNode = (row: IDataObject): Step => ({
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const row = ${JSON.stringify(row)};
return Array.from({ length: ${AMOUNT} }, (_, index) => ({
	json: { ...row, id: index + 1, key: 'conversation:' + (index + 1) },
}));`,
	},
});

/** What people schedule, in the real n8n: an export of many rows, and its memory. */
async function main(): Promise<void> {
	const n8n = await realN8n(lines[0]);
	const service = await listen(answer);
	const load = async (id: string, steps: Step[]) =>
		await n8n.import('workflow', [workflow(id, steps)]);
	try {
		await step('Import the credential and the workflow', async () => {
			const data = { base_url: service.url, account_id: '1', api_access_token: 'token' };
			const user = { id: 'user', name: 'user', type: 'customerConversationApi', data };
			await n8n.import('credentials', [user]);
			const period = { period: 'between', since: BEGIN, until: BEGIN + AMOUNT * 120 };
			await load('export', [
				{
					name: 'Rows',
					...operation('export', 'conversations', period),
				},
			]);
		});
		const rowsOf = (data: Awaited<ReturnType<typeof n8n.measure>>['data']) =>
			data.Rows?.[0].data?.main[0]?.map((item) => item.json) ?? [];
		const exported = await step(`Export ${AMOUNT} conversations`, () => n8n.measure('export'));
		const rows = rowsOf(exported.data);
		await report(`${rows.length} rows, each conversation once`, () => {
			assert.equal(rows.length, AMOUNT);
			assert.equal(new Set(rows.map(({ key }) => key)).size, AMOUNT);
		});
		await load('code', [codeNode(rows[0] ?? {})]);
		const coded = await step('The same rows from a Code node', () => n8n.measure('code'));
		assert.equal(rowsOf(coded.data).length, AMOUNT);
		const ratio = exported.memory / coded.memory;
		await report(
			`peak memory ${ratio.toFixed(2)} of the Code node's (${BUDGET} allowed): ${Math.round(exported.memory)} and ${Math.round(coded.memory)} MB`,
			() => assert.ok(ratio <= BUDGET),
		);
	} finally {
		await stopAll();
		await service.close();
	}
}

runChecks(main);
