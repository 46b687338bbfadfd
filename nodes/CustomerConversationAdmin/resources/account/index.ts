import { resource } from '../../../shared/vocabulary';
import { get } from './get';
import { getBrandedEmailLayout } from './getBrandedEmailLayout';
import { getCacheKeys } from './getCacheKeys';
import { reportActivity } from './reportActivity';
import { update } from './update';
import { updateBrandedEmailLayout } from './updateBrandedEmailLayout';

export const account = resource('Account', {
	get,
	update,
	getBrandedEmailLayout,
	updateBrandedEmailLayout,
	getCacheKeys,
	reportActivity,
});
