import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { pollUntilFound } from '../../../../shared/tasks/pollUntilFound';
import { recordOf } from '../../../../shared/steps';
import { at } from '../../../../shared/values';
import { COPILOT_MESSAGES, integer, type Call } from '../../../../shared/vocabulary';
import { checkConversation } from '../../../tasks/conversation';
import { NO_MODEL } from '../../../tasks/model';

/** Seconds between two checks for the answer. */
const PAUSE = 2;

export const wait = () =>
	integer('wait', {
		label: 'Wait for Answer (Seconds)',
		hint: 'Maximum number of seconds to wait for the answer. If there is none by then, the node reports an error.',
		range: [1, 300],
		default: 60,
	});

/** Waits for the first answer in a thread after a question. @param question ID of its message */
async function answerIn(call: Call, path: string, question: number): Promise<string> {
	const most = Number(call.values.wait);
	const pauses = Array.from(
		{ length: Math.ceil(most / PAUSE) },
		(_, index) => Math.min(PAUSE, most - index * PAUSE) * 1000,
	);
	const found = await pollUntilFound(call, pauses, async () => {
		const rows = await call.list({ method: 'GET', path }, COPILOT_MESSAGES);
		return rows
			.filter((row) => Number(row.id) > question && row.message_type === 'assistant')
			.map((row) => String(at(row, 'message.content') ?? ''))
			.find((text) => text.trim());
	});
	if (found !== undefined) return found;
	throw new ServiceError('The copilot did not answer in time', {
		status: 200,
		hint: `The question is stored, and an answer may still arrive. ${NO_MODEL}`,
		fields: ['wait'],
	});
}

/**
 * For `run`: asks a question, and waits for the answer if Wait for Answer is set.
 * @param placeOf gives the path of the thread's messages, and the ID of the question, from the created record
 */
export const asking =
	(placeOf: (call: Call, made: IDataObject) => [path: string, question: number]) =>
	async (call: Call): Promise<IDataObject[]> => {
		await checkConversation(call);
		const made = recordOf(await call.send(call.request), '', true);
		if (call.values.wait === undefined) return [made];
		return [{ ...made, answer: await answerIn(call, ...placeOf(call, made)) }];
	};
