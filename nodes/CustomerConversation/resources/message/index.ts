import { resource } from '../../../shared/vocabulary';
import { createPrivateNote } from './createPrivateNote';
import { deleteMessage } from './delete';
import { getAll } from './getAll';
import { retry } from './retry';
import { send } from './send';
import { sendToContact } from './sendToContact';
import { translate } from './translate';
import { updateStatus } from './updateStatus';

export const message = resource('Message', {
	send,
	sendToContact,
	createPrivateNote,
	getAll,
	updateStatus,
	delete: deleteMessage,
	retry,
	translate,
});
