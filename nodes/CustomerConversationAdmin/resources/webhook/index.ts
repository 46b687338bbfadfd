import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteWebhook } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const webhook = resource('Webhook', { create, getAll, update, delete: deleteWebhook });
