import type { IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../../../shared/faults';
import { explaining } from '../../../shared/tasks/explain';
import {
	account,
	assistant,
	besideJson,
	jsonList,
	operation,
	optional,
	pick,
	record,
	rows,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { NO_MODEL } from '../../tasks/model';

/** What the service returns instead of an answer if an agent should take over or the model failed. */
const HANDOFF = 'conversation_handoff';

const ROLES = { user: 'User', assistant: 'Assistant' };

const historyField = { as: 'message_history', label: 'Message History' };

const history = () =>
	besideJson(
		rows(
			'message_history_rows',
			[
				pick('role', ROLES),
				text('content', { label: 'Text', rows: 2 }),
				optional(
					text('agent_name', {
						hint: 'Agent of the assistant that wrote the message',
						since: '4.16',
					}),
				),
			],
			{ ...historyField, placeholder: 'Add Message', entries: 'messages' },
		),
		jsonList('message_history', {
			...historyField,
			hint: 'Earlier messages, oldest first, e.g. from Conversation → Get Chat History',
			check: (row, { number }) => {
				if (!Object.hasOwn(ROLES, String(row.role)))
					throw new BadInput(`entry ${number} needs a role: user or assistant`);
				if (typeof row.content !== 'string' || !row.content.trim())
					throw new BadInput(`entry ${number} needs content, as text`);
				return row;
			},
		}),
	);

export const ask = operation({
	name: 'Ask',
	action: 'Ask an assistant a question',
	gives: 'Returns the answer as text, and whether an agent should take over',
	needs: { edition: 'enterprise', since: '4.0' },
	description:
		'Works like the playground in the dashboard: no conversation is changed. Needs an AI model on the server.',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/playground',
	path: [account(), assistant()],
	body: [text('message_content', { label: 'Question', rows: 4 }), optional(...history())],
	reply: simplified(record(), {
		answer: 'response',
		handoff: 'handoff_tool_called',
		agent_name: 'agent_name',
		reasoning: 'reasoning',
	}),
	run: async (call): Promise<IDataObject[]> => {
		const [reply] = await explaining(() => NO_MODEL)(call);
		const { response, reasoning } = reply;
		const failed = response === HANDOFF && /^Error occurred: (.*)/s.exec(String(reasoning));
		if (failed || typeof response !== 'string' || !response.trim())
			throw new ServiceError(
				['The assistant gave no answer', ...(failed ? [failed[1]] : [])].join(': '),
				{ status: 200, hint: NO_MODEL },
			);
		if (response !== HANDOFF || call.values.simplify === false) return [reply];
		return [{ ...reply, response: null, handoff_tool_called: true }];
	},
});
