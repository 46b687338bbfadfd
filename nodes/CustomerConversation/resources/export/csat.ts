import type { IDataObject } from 'n8n-workflow';
import { at, without } from '../../../shared/values';
import {
	account,
	CSAT_ANSWERS,
	exportedRows,
	FILTERED_CONVERSATIONS,
	fixed,
	inbox,
	operation,
	optional,
	period,
	zone,
	type Call,
} from '../../../shared/vocabulary';
import { clock, createdInPeriod } from '../../tasks/longLists';
import {
	apiOf,
	cell,
	contactCells,
	dashboardOf,
	inboxCells,
	inboxNames,
	teamCells,
} from './parts/columns';

/** The conversations of the answers, by ID: the answers only have their IDs. */
async function conversationsOf(
	call: Call,
	answers: IDataObject[],
): Promise<Map<unknown, IDataObject>> {
	const values = [...new Set(answers.map((answer) => answer.conversation_id))];
	if (values.length === 0) return new Map();
	const request = {
		method: 'POST',
		path: `${apiOf(call)}/conversations/filter`,
		body: {
			payload: [
				{ attribute_key: 'display_id', filter_operator: 'equal_to', values, query_operator: null },
			],
		},
		reads: true,
	};
	const found = await call.list(request, FILTERED_CONVERSATIONS);
	return new Map(found.map((conversation) => [conversation.id, conversation]));
}

/** The reply has no total; the metrics with the same filters have it. */
export const csat = operation({
	name: 'Export CSAT Responses',
	action: 'Export CSAT responses',
	gives: 'Returns one row per response in the period, oldest first',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses',
	path: [account()],
	query: [...period('export'), fixed({ sort: 'created_at' }), optional(inbox())],
	options: [optional(zone())],
	reply: exportedRows,
	run: (call) => {
		const time = clock(call);
		const dashboard = dashboardOf(call);
		return createdInPeriod(call, {
			name: 'CSAT answers',
			list: CSAT_ANSWERS,
			total: async ({ path, query = {}, ...request }) => {
				// The metrics have no order.
				const metrics = { ...request, path: `${path}/metrics`, query: without(query, 'sort') };
				return Number(at(await call.send(metrics), 'total_count')) || undefined;
			},
			toRow: async (answers) => {
				const names = await inboxNames(call);
				const conversations = await conversationsOf(call, answers);
				return (answer) => {
					const conversation = conversations.get(answer.conversation_id);
					return {
						id: answer.id,
						key: `csat:${String(answer.id)}`,
						conversation_id: answer.conversation_id,
						url: `${dashboard}/conversations/${String(answer.conversation_id)}`,
						rating: answer.rating,
						feedback_message: cell(answer, 'feedback_message'),
						created_at: time(answer.created_at),
						created_at_unix: answer.created_at,
						...contactCells(answer.contact),
						agent_id: cell(answer, 'assigned_agent.id'),
						agent_name: cell(answer, 'assigned_agent.name'),
						...inboxCells(conversation, names),
						...teamCells(conversation),
						message_id: cell(answer, 'message_id'),
						csat_review_notes: cell(answer, 'csat_review_notes'),
						review_notes_updated_at: time(answer.review_notes_updated_at),
						review_notes_updated_by: cell(answer, 'review_notes_updated_by.name'),
					};
				};
			},
		});
	},
});
