import { whyUnseen } from '../../../shared/tasks/empty';
import { worded } from '../../../shared/values';
import {
	account,
	byConversationSort,
	contact,
	CONVERSATION,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** Most rows of a reply, by release. Since 4.18 they are those that were created last. */
const MOST = [20, 25];

const LIST = records('payload', whole);

export const getConversations = operation({
	name: 'Get Conversations',
	action: 'Get the conversations of a contact',
	gives: 'Returns one item per conversation of the contact, at most 20 or 25',
	description:
		'Latest activity first. Before Chatwoot 4.18, the 20 with the latest activity; since then, the 25 newest. Agents only see conversations in their own inboxes.',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/conversations',
	path: [account(), contact()],
	reply: simplified(LIST, CONVERSATION),
	empty: async (call) => await whyUnseen(call),
	run: async ({ values, request, list, host }) => {
		const rows = await list(request, LIST);
		if (MOST.includes(rows.length))
			host.hint(
				`Chatwoot returned ${rows.length} conversations of contact ${worded(values.contact_id)}, the most it can: there may be more.`,
			);
		return byConversationSort(rows, { sort_by: 'last_activity_at_desc' }).slice(0, host.limit());
	},
});
