import { resource } from '../../../shared/operation';
import { deleteWebhook } from './delete';

export const webhook = resource('Webhook', { delete: deleteWebhook });
