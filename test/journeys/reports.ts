import assert from 'node:assert/strict';
import * as canvas from '../support/canvas';
import { add, box, choose, execute, openWorkflow, output } from '../support/canvas';
import type { Journeys } from './journey';

const REPORT = 'Download an agent report for a period';

export const reports: Journeys = {
	'Report by agent as CSV, each month': {
		taskRow: {
			purpose: 'The figures of last month by agent, as a file, without opening the dashboard.',
			where: ['chatwoot/chatwoot#13366', 'chatwoot/chatwoot#13352'],
			steps:
				'After n8n’s Schedule Trigger, _Report → Download Agent Report for a Period_: Output _File_; Period is _Last Month_ already. Then publish.',
			gives: 'One item with `agents_report.csv`, one line per agent.',
		},
		effort: { clicks: 9, keys: 6 },
		from: async (page) => {
			await canvas.newWorkflow(page);
			await canvas.addTrigger(page, 'On a schedule');
			await choose(page, 'field', 'Seconds');
			await box(page, 'secondsInterval').fill('2');
			await canvas.close(page);
		},
		does: async (page) => {
			await add(page, REPORT, { words: 'report' });
			assert.equal(await box(page, 'period').inputValue(), 'Last Month');
			await choose(page, 'output', 'File');
			await execute(page, 1);
			await output(page).getByText('agents_report.csv').waitFor();
			await canvas.close(page);
			await canvas.publish(page);
		},
		then: async (page) => {
			await page.getByRole('button', { name: 'Got it' }).click();
			await page.getByTestId('radio-button-executions').click();
			const executions = page.getByTestId(/^execution-details-/);
			const done = executions.filter({ hasText: 'Succeeded' });
			await done.nth(1).waitFor();
			// The newest may be running still.
			const ends = await executions
				.filter({ hasNotText: /Succeeded|Running|Queued/ })
				.allInnerTexts();
			assert.deepEqual(ends, []);
			await done.first().click();
			await canvas.open(page, REPORT);
			await output(page).getByText('agents_report.csv').waitFor();
			await canvas.close(page);
			await canvas.unpublish(page);
		},
	},
	'Export conversations into a file': {
		taskRow: {
			purpose: 'One line per conversation, with contact, inbox, agent, team, labels and times.',
			where: ['chatwoot/chatwoot#15243', 'chatwoot/chatwoot#13366'],
			steps: '_Export → Export Conversations_: Period _Last 30 Days_, Output _CSV File_.',
			gives: 'One item with the file; it may have any number of lines.',
		},
		effort: { clicks: 8, keys: 6 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Export conversations', { words: 'export' });
			await choose(page, 'period', 'Last 30 Days');
			await choose(page, 'output', 'CSV File');
			await execute(page, 1);
			await output(page)
				.getByText(/\.csv$/)
				.waitFor();
		},
	},
};
