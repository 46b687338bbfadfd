import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { conversation, type Call, type Needs } from '../../../../shared/vocabulary';
import { NO_MODEL } from '../../../tasks/model';

export const NEEDS: Needs = { since: '4.11', feature: 'Captain Tasks' };

export const about = (hint?: string) =>
	conversation('conversation_id', { as: 'conversation_display_id', hint });

const meaning = ({ values: { conversation_id: id } }: Call) =>
	id === undefined
		? NO_MODEL
		: `Most likely the account has no conversation ${String(id as number)}. ${NO_MODEL}`;

/** For `run`: what the model wrote, as `message`. */
export async function written(call: Call): Promise<IDataObject[]> {
	const [reply] = await explaining(meaning)(call);
	if (typeof reply.message === 'string' && reply.message.trim()) return [reply];
	throw new ServiceError('The AI model returned no text', { status: 200, hint: NO_MODEL });
}
