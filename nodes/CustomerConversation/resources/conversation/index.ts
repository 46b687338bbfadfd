import { resource } from '../../../shared/vocabulary';
import { addLabels } from './addLabels';
import { addParticipants } from './addParticipants';
import { assign } from './assign';
import { create } from './create';
import { createTranscriptPage } from './createTranscriptPage';
import { deleteConversation } from './delete';
import { deleteCustomAttributes } from './deleteCustomAttributes';
import { deleteDraft } from './deleteDraft';
import { filter } from './filter';
import { findOrCreate } from './findOrCreate';
import { get } from './get';
import { getAll } from './getAll';
import { getAttachments } from './getAttachments';
import { getChatHistory } from './getChatHistory';
import { getContext } from './getContext';
import { getCounts } from './getCounts';
import { getDraft } from './getDraft';
import { getInboxAssistant } from './getInboxAssistant';
import { getLabels } from './getLabels';
import { getNewMessages } from './getNewMessages';
import { getParticipants } from './getParticipants';
import { getReportingEvents } from './getReportingEvents';
import { getUnreadCounts } from './getUnreadCounts';
import { handOver } from './handOver';
import { markRead } from './markRead';
import { markUnread } from './markUnread';
import { mute } from './mute';
import { removeLabels } from './removeLabels';
import { removeParticipants } from './removeParticipants';
import { replaceCustomAttributes } from './replaceCustomAttributes';
import { replaceLabels } from './replaceLabels';
import { replaceParticipants } from './replaceParticipants';
import { resolveWithMessage } from './resolveWithMessage';
import { search } from './search';
import { runMacro } from './runMacro';
import { sendTranscript } from './sendTranscript';
import { setCustomAttributes } from './setCustomAttributes';
import { setDraft } from './setDraft';
import { setPriority } from './setPriority';
import { setStatus } from './setStatus';
import { setTyping } from './setTyping';
import { unmute } from './unmute';
import { update } from './update';
import { updateMany } from './updateMany';

export const conversation = resource('Conversation', {
	create,
	findOrCreate,
	get,
	getAll,
	getContext,
	getChatHistory,
	createTranscriptPage,
	getNewMessages,
	search,
	filter,
	update,
	delete: deleteConversation,
	setStatus,
	setPriority,
	assign,
	resolveWithMessage,
	handOver,
	getLabels,
	addLabels,
	removeLabels,
	replaceLabels,
	getParticipants,
	addParticipants,
	removeParticipants,
	replaceParticipants,
	setCustomAttributes,
	replaceCustomAttributes,
	deleteCustomAttributes,
	updateMany,
	getCounts,
	getUnreadCounts,
	getAttachments,
	markRead,
	markUnread,
	mute,
	unmute,
	runMacro,
	sendTranscript,
	setTyping,
	getDraft,
	setDraft,
	deleteDraft,
	getReportingEvents,
	getInboxAssistant,
});
