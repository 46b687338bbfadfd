import {
	account,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { frames, withHints } from './parts/frames';
import { DASHBOARD_APP } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create a dashboard app',
	gives: 'Returns the new dashboard app',
	needs: { role: 'administrator', roleSince: '4.16' },
	request: 'POST /api/v1/accounts/{account_id}/dashboard_apps',
	path: [account()],
	body: [text('title'), frames()],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), DASHBOARD_APP),
	run: withHints,
});
