import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { worded } from '../../../../shared/values';
import {
	agentBot,
	sendable,
	type Call,
	type Field,
	type Fixed,
	type Reading,
} from '../../../../shared/vocabulary';

/** Without a bot the user of the token would write, and nobody can take that back: so never empty. */
export const author = (label: string): Field => ({
	...agentBot('agent_bot_id', {
		label,
		as: 'sender_id',
		shown: false,
		hint: 'Else the user of the token is the author',
	}),
	filled: true,
});

/** What goes with the bot. */
export const SENDER: Fixed['fixed'] = {
	sender_type: ({ values }: Reading) => (values.agent_bot_id ? 'AgentBot' : undefined),
};

/** Sends the message. An unknown bot is ignored by the service. */
export async function sendAs({ values, request, send }: Call): Promise<IDataObject> {
	const sent = (await send(sendable(request))) as IDataObject;
	const { type: sender } = (sent.sender ?? {}) as IDataObject;
	if (values.agent_bot_id && sender !== 'agent_bot')
		throw new ServiceError(
			`There is no such agent bot: message ${worded(sent.id)} was sent as the user of the token`,
			{ status: 200, fields: ['agent_bot_id'] },
		);
	return sent;
}
