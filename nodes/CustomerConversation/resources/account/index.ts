import { resource } from '../../../shared/operation';
import { update } from './update';
import { updateBrandedEmailLayout } from './updateBrandedEmailLayout';

export const account = resource('Account', { update, updateBrandedEmailLayout });
