import {
	account,
	byId,
	conversation,
	flag,
	operation,
	optional,
	records,
	webPage,
	zone,
} from '../../../shared/vocabulary';
import { recordOf } from '../../../shared/steps';
import { styleFields, styleOf } from '../../pages/wording';
import { TEXTS, transcriptPage } from './parts/transcriptPage';

const MESSAGES = records('payload', byId('older', 20, 1000));

export const createTranscriptPage = operation({
	name: 'Create Transcript Page',
	action: 'Create a transcript page of a conversation',
	gives: 'Returns one item with a web page of the messages, for an email and as a file',
	description:
		'The file has all messages. The HTML for an email has at most 100 kB: the newest messages, very long ones shortened, and only_in_file counts the others. Leaves out activity and deleted messages. Agent bot tokens cannot read messages.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	options: [
		optional(
			flag('include_private_notes', {
				hint: 'Whether to include private notes, which customers never see. They are marked.',
			}),
			...styleFields(TEXTS, { hint: 'Default: Conversation and its ID' }),
			zone(),
		),
	],
	reply: webPage,
	run: async (call) => {
		const { values, request, send, list } = call;
		const path = request.path.replace(/\/messages$/, '');
		const talk = recordOf(await send({ method: 'GET', path }));
		// Any value leaves out notes and activities, so that pages only have wanted messages.
		const query = values.include_private_notes ? {} : { filter_internal_messages: 'true' };
		const messages = await list({ ...request, query }, MESSAGES);
		const page = transcriptPage(styleOf(call), talk, messages, values);
		return [
			{
				conversation_id: talk.id,
				title: page.title,
				contact_name: page.contact || null,
				messages_count: page.count,
				only_in_file: page.hidden,
				fileName: `conversation_${String(talk.id)}.html`,
				html: page.mail,
				file: page.whole,
			},
		];
	},
});
