import assert from 'node:assert/strict';
import { atSandbox } from '../support/atSandbox';
import { byRows } from '../support/byRows';
import * as canvas from '../support/canvas';
import { add, addRow, box, choose, execute, fillRow, openWorkflow } from '../support/canvas';
import type { Journeys } from './journey';

export const setup: Journeys = {
	'A rule of two conditions and three actions': {
		from: openWorkflow,
		does: async (page) => {
			await byRows.rule(page);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { payload } = await atSandbox(sandbox).get<{ payload: Array<object> }>(
				'automation_rules',
			);
			const { conditions, actions } = payload.at(-1) as Record<string, unknown>;
			assert.deepEqual(conditions, [
				{
					attribute_key: 'status',
					filter_operator: 'equal_to',
					values: ['open'],
					query_operator: 'and',
				},
				{
					attribute_key: 'content',
					filter_operator: 'contains',
					values: ['refund'],
					query_operator: null,
				},
			]);
			assert.deepEqual(actions, [
				{ action_name: 'add_label', action_params: ['vip'] },
				{ action_name: 'change_priority', action_params: ['urgent'] },
				{ action_name: 'add_private_note', action_params: ['Asked for money back'] },
			]);
		},
	},
	'An article in a category': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Create an article', { node: 'Customer Conversation Help Center' });
			await canvas.pickRecord(page, 'portal_slug', 'Full');
			await box(page, 'title').fill('Größen');
			await canvas.pickRecord(page, 'author_id', 'Ada Lindqvist');
			await box(page, 'content').fill('**30 cm**');
			await canvas.addField(page, 'Category', { category_id: 'Orders' });
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			type Found = { payload: Array<{ title: string; content: string; category: object }> };
			const { payload } = await atSandbox(sandbox).get<Found>('portals/any/articles');
			const { content, category } = payload.find(({ title }) => title === 'Größen')!;
			assert.equal(content, '**30 cm**');
			assert.equal((category as { name: string }).name, 'Orders');
		},
	},
	'A campaign for who has a label': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Create a campaign', { node: 'Customer Conversation Companies & Campaigns' });
			await box(page, 'title').fill('Frühling');
			await choose(page, 'campaign_kind', 'WhatsApp');
			await canvas.pickRecord(page, 'inbox_id', 'WhatsApp');
			await canvas.pickRecord(page, 'template', 'order_update (en)');
			await addRow(page, 'Add Variable', { name: '1', value: 'Jörg' });
			await addRow(page, 'Add Variable', { name: '2', value: 'A-1017' });
			await fillRow(page, { audience: 'vip (4)', scheduled_at: '2199-03-01 09:00:00' });
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { get } = atSandbox(sandbox);
			type Named = { id: number; title: string; audience?: object[] };
			const campaigns = await get<Named[]>('campaigns');
			const { audience } = campaigns.find(({ title }) => title === 'Frühling')!;
			const labels = (await get<{ payload: Named[] }>('labels')).payload;
			const { id } = labels.find(({ title }) => title === 'vip')!;
			assert.deepEqual(audience, [{ type: 'Label', id }]);
		},
	},
};
