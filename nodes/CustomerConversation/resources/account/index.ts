import { resource } from '../../../shared/operation';
import { get } from './get';
import { update } from './update';
import { updateBrandedEmailLayout } from './updateBrandedEmailLayout';

export const account = resource('Account', { get, update, updateBrandedEmailLayout });
