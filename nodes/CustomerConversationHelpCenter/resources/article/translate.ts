import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import {
	account,
	category,
	flag,
	locale,
	operation,
	optional,
	portal,
} from '../../../shared/vocabulary';
import { articleIds } from './parts/many';

export const translate = operation({
	name: 'Translate',
	action: 'Translate articles',
	gives: 'Success at once, before the translations are there',
	needs: {
		role: 'administrator',
		edition: 'enterprise',
		feature: 'Captain Tasks',
		since: '4.14',
	},
	description:
		'Done in the background by the AI model of the server; whether it succeeds is not told',
	request:
		'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/translate',
	path: [account(), portal()],
	body: [
		articleIds(),
		locale({ hint: 'The language to translate into, one of the portal' }),
		optional(
			category('category_id', { hint: 'Where the translations go: one of that language' }),
			flag('force', { hint: 'Whether to translate what has a translation once more' }),
		),
	],
	run: async ({ records }): Promise<IDataObject[]> =>
		await records().catch((error: unknown) => {
			if (error instanceof ServiceError && error.status === 409) {
				error.message = `Nothing was begun, there are translations: ${error.message}`;
				error.hint = 'Force translates once more.';
			}
			throw error;
		}),
});
