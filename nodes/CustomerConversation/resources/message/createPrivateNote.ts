import { untilEmailLeft } from '../../../shared/tasks/leavingEmail';
import { checkPrivate } from '../../../shared/tasks/privateNote';
import {
	account,
	attachments,
	content,
	conversation,
	fixed,
	MESSAGE,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { freeAttributes, inReplyTo } from './parts/attributes';
import { author, SENDER, sendAs } from './parts/author';
import { uploaded } from './parts/fields';

/** A message that is never sent to the contact. */
export const createPrivateNote = operation({
	name: 'Create Private Note',
	action: 'Create a private note in a conversation',
	gives: 'Returns the new note',
	description: 'Only agents can see it; the contact never does',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		content('content', { hint: 'Markdown. Only agents can see it.' }),
		fixed({ private: true }),
		optional(
			author('Write as Agent Bot'),
			...attachments(),
			uploaded(),
			freeAttributes(),
			inReplyTo(),
		),
		fixed(SENDER),
	],
	reply: simplified(stored(), MESSAGE),
	run: async (call) => {
		await untilEmailLeft(call, call.request.path.replace(/\/messages$/, ''));
		const note = await sendAs(call);
		checkPrivate(note);
		return [note];
	},
});
