import type { IDataObject } from 'n8n-workflow';
import {
	account,
	fixed,
	inbox,
	operation,
	optional,
	record,
	text,
} from '../../../shared/vocabulary';

export const createCsatTemplate = operation({
	name: 'Create CSAT Template',
	action: 'Create the CSAT template of an inbox',
	gives: 'Returns the name, ID and status of the new template',
	needs: { since: '4.9' },
	description: 'For WhatsApp inboxes, including Twilio WhatsApp',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/csat_template',
	path: [account(), inbox()],
	body: [
		fixed({ template: {} }),
		text('message', { rows: 4 }),
		optional(text('button_text'), text('language', { placeholder: 'e.g. en' })),
	],
	reply: record('template'),
	// The service only reads the texts inside `template`.
	run: async ({ request, records }) => {
		const { template, ...texts } = request.body ?? {};
		request.body = { template: { ...(template as IDataObject), ...texts } };
		return await records();
	},
});
