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
	gives: 'The copy, with action: created, updated or unchanged',
	description:
		'Agents (by e-mail address), teams and labels must have the same names there, else nothing is copied. A macro of the same name there is updated. A file of send_attachment cannot be copied.',
	request: 'POST /api/v1/accounts/{target_account_id}/macros',
	path: [targetAccount()],
	body: [fixed({})],
	options: [account(), macro()],
	reply: simplified(record(), { action: 'action', ...MACRO }),
	run: copying('macro', 'macro_id', ['name', 'visibility']),
});
