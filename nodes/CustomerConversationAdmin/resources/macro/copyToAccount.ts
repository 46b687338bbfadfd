import {
	account,
	fixed,
	macro,
	operation,
	record,
	simplified,
	targetAccount,
} from '../../../shared/vocabulary';
import { copying } from '../../tasks/copies';
import { MACRO } from './parts/simple';

export const copyToAccount = operation({
	name: 'Copy to Account',
	action: 'Copy a macro to another account',
	gives: 'Returns the copy, with action: created, updated or unchanged',
	description:
		'Agents (matched by email), teams and labels must exist under the same names in the target account, otherwise nothing is copied. A macro with the same name is updated. Files of send_attachment cannot be copied.',
	request: 'POST /api/v1/accounts/{target_account_id}/macros',
	path: [targetAccount()],
	body: [fixed({})],
	options: [account(), macro()],
	reply: simplified(record(), { action: 'action', ...MACRO }),
	run: copying('macro', 'macro_id', ['name', 'visibility']),
});
