import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteMessage } from './delete';
import { getAll } from './getAll';
import { retry } from './retry';
import { sendToContact } from './sendToContact';
import { translate } from './translate';
import { updateStatus } from './updateStatus';

export const message = resource('Message', {
	create,
	sendToContact,
	getAll,
	updateStatus,
	delete: deleteMessage,
	retry,
	translate,
});
