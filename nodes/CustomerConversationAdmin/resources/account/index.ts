import { resource } from '../../../shared/vocabulary';
import { get } from './get';
import { update } from './update';
import { updateBrandedEmailLayout } from './updateBrandedEmailLayout';

export const account = resource('Account', { get, update, updateBrandedEmailLayout });
