import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import {
	account,
	category,
	flag,
	locale,
	nothing,
	operation,
	optional,
	portal,
} from '../../../shared/vocabulary';
import { articleIds } from './parts/many';

export const translate = operation({
	name: 'Translate',
	action: 'Translate articles',
	gives: 'Returns success immediately; articles are translated in the background',
	needs: {
		role: 'administrator',
		edition: 'enterprise',
		feature: 'Captain Tasks',
		since: '4.14',
	},
	description: 'Uses the AI model of the server. Chatwoot does not report whether it succeeded.',
	request:
		'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/translate',
	path: [account(), portal()],
	body: [
		articleIds(),
		locale({ hint: 'Language to translate to. Must be one of the portal.' }),
		optional(
			category('category_id', { hint: 'Category for the translations. Must be in that language.' }),
			flag('force', { hint: 'Whether to translate articles again that have a translation' }),
		),
	],
	reply: nothing,
	run: async ({ records }): Promise<IDataObject[]> =>
		await records().catch((error: unknown) => {
			if (error instanceof ServiceError && error.status === 409) {
				error.message = `Nothing was started, because translations exist: ${error.message}`;
				error.hint = 'Enable Force to translate again.';
			}
			throw error;
		}),
});
