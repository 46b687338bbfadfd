import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { recordOf } from '../../../../shared/steps';
import { worded } from '../../../../shared/values';
import {
	agentBot,
	sendable,
	type Call,
	type Field,
	type Fixed,
	type Reading,
} from '../../../../shared/vocabulary';

/** Must not be empty once it is added: the token's user would send the message, which cannot be undone. */
export const author = (label: string): Field => ({
	...agentBot('agent_bot_id', {
		label,
		as: 'sender_id',
		shown: false,
		hint: "Default: the token's user",
	}),
	filled: true,
});

/** Sent along with the bot. */
export const SENDER: Fixed['fixed'] = {
	sender_type: ({ values }: Reading) => (values.agent_bot_id ? 'AgentBot' : undefined),
};

/** Sends the message. @throws ServiceError if the bot is unknown, which the service ignores */
export async function sendAs({ values, request, send }: Call): Promise<IDataObject> {
	const sent = recordOf(await send(sendable(request)), '', true);
	const { type: sender } = (sent.sender ?? {}) as IDataObject;
	if (values.agent_bot_id && sender !== 'agent_bot')
		throw new ServiceError(
			`No agent bot has this ID: message ${worded(sent.id)} was sent by the token's user`,
			{ status: 200, fields: ['agent_bot_id'] },
		);
	return sent;
}
