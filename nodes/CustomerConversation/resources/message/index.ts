import { resource } from '../../../shared/vocabulary';
import { createPrivateNote } from './createPrivateNote';
import { deleteMessage } from './delete';
import { downloadAttachments } from './downloadAttachments';
import { getAll } from './getAll';
import { reply } from './reply';
import { retry } from './retry';
import { send } from './send';
import { sendToContact } from './sendToContact';
import { translate } from './translate';
import { updateStatus } from './updateStatus';

export const message = resource('Message', {
	send,
	reply,
	sendToContact,
	createPrivateNote,
	getAll,
	downloadAttachments,
	updateStatus,
	delete: deleteMessage,
	retry,
	translate,
});
