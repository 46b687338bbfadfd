import { resource } from '../../../shared/vocabulary';
import { clone } from './clone';
import { copyToAccount } from './copyToAccount';
import { create } from './create';
import { deleteAutomationRule } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const automationRule = resource('Automation Rule', {
	create,
	get,
	getAll,
	update,
	delete: deleteAutomationRule,
	clone,
	copyToAccount,
});
