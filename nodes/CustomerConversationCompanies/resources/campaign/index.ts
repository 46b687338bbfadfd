import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCampaign } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getMetrics } from './getMetrics';
import { getRecipients } from './getRecipients';
import { update } from './update';

export const campaign = resource('Campaign', {
	create,
	get,
	getAll,
	update,
	delete: deleteCampaign,
	getMetrics,
	getRecipients,
});
