import {
	account,
	hook,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { changedSettings } from './parts/apps';
import { keepingSettings } from './parts/keeping';
import { HOOK } from './parts/simple';
import { status } from './parts/status';

export const update = operation({
	name: 'Update',
	action: 'Update an integration',
	gives: 'Returns the connection with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/integrations/hooks/{hook_id}',
	path: [account(), hook()],
	body: [changedSettings(), optional(status())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), HOOK),
	run: keepingSettings,
});
