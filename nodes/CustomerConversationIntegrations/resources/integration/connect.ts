import { nested } from '../../../shared/values';
import {
	account,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { newConnection } from './parts/apps';
import { HOOK } from './parts/simple';
import { status } from './parts/status';

export const connect = operation({
	name: 'Connect',
	action: 'Connect an integration',
	gives: 'Returns the new connection',
	needs: { role: 'administrator' },
	description: 'For apps with keys. The keys of OpenAI and Cloudflare are checked.',
	request: 'POST /api/v1/accounts/{account_id}/integrations/hooks',
	path: [account()],
	body: [newConnection(), optional(status())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), HOOK),
	run: async ({ request, records }) => {
		request.body = nested(request.body);
		return await records();
	},
});
