import type { IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../../../../shared/faults';
import { at, worded } from '../../../../shared/values';
import { isKnownSince, versionOf, type Call, type Request } from '../../../../shared/vocabulary';

/** Chatwoot's name of the type. Up to 4.17, and without the Enterprise edition, it means an agent. */
export const ASSISTANT_TYPE = 'Captain::Assistant';

const FIELD = 'assistant_id';

/**
 * Assigns a conversation to an AI assistant. Where Chatwoot does not know the type, the same request
 * assigns the agent with the assistant's ID. So the release and the assistant of the conversation's inbox
 * are read first, and the conversation afterwards.
 * @returns the assistant
 * @throws BadInput or ServiceError before anything is assigned, if Chatwoot could read the ID as an agent's
 */
export async function assignAssistant(call: Call): Promise<IDataObject[]> {
	const { request, send, values } = call;
	const version = await versionOf(call);
	if (!isKnownSince(version, '4.18'))
		throw new BadInput(
			`Assistant requires Chatwoot 4.18 or later (this server ${version ? `runs ${version}` : 'does not report its release'})`,
			[FIELD],
		);
	const path = request.path.replace(/\/assignments$/, '');
	const reading: Request = {
		method: 'GET',
		path: `${path}/inbox_assistant`,
		needs: { edition: 'enterprise' },
	};
	const assistant = at(await send(reading), 'assistant') as IDataObject | null | undefined;
	const refuse = (message: string) =>
		new ServiceError(message, {
			status: 200,
			fields: [FIELD],
			hint: 'Nothing was assigned. Assistant → Connect Inbox connects an inbox with an assistant.',
		});
	if (!assistant) throw refuse("The conversation's inbox has no AI assistant");
	if (assistant.id !== values[FIELD])
		throw refuse(
			`The AI assistant of the conversation's inbox is ${worded(assistant.name)} (${worded(assistant.id)})`,
		);
	await send(request);
	const meta = at(await send({ method: 'GET', path }), 'meta') as IDataObject | undefined;
	if (meta?.assignee_type === ASSISTANT_TYPE && at(meta, 'assignee.id') === assistant.id)
		return [assistant];
	const now = meta?.assignee
		? `${worded(at(meta, 'assignee.name'))} has the conversation now`
		: 'nobody has the conversation now';
	throw new ServiceError(`Chatwoot did not assign the AI assistant: ${now}`, {
		status: 200,
		fields: [FIELD],
		hint: 'A setting of the server can disable assignments to AI assistants.',
	});
}
