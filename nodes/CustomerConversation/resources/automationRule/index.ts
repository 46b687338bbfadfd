import { resource } from '../../../shared/operation';
import { update } from './update';

export const automationRule = resource('Automation Rule', { update });
