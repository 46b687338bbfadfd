import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { lookAfter } from '../../../../shared/tasks/looking';
import { recordOf } from '../../../../shared/steps';
import { at } from '../../../../shared/values';
import { COPILOT_MESSAGES, integer, type Call } from '../../../../shared/vocabulary';
import { checkConversation } from '../../../tasks/conversation';
import { NO_MODEL } from '../../../tasks/model';

/** Between two looks, in seconds. */
const PAUSE = 2;

export const wait = () =>
	integer('wait', {
		label: 'Wait for Answer',
		hint: 'Seconds to wait at most for the answer, which comes as answer; none in time is an error',
		range: [1, 300],
		default: 60,
	});

/** The answer in a thread to what was asked with this message. */
async function answerIn(call: Call, path: string, question: number): Promise<string> {
	const most = Number(call.values.wait);
	const pauses = Array.from(
		{ length: Math.ceil(most / PAUSE) },
		(_, index) => Math.min(PAUSE, most - index * PAUSE) * 1000,
	);
	const found = await lookAfter(call, pauses, async () => {
		const rows = await call.list({ method: 'GET', path }, COPILOT_MESSAGES);
		return rows
			.filter((row) => Number(row.id) > question && row.message_type === 'assistant')
			.map((row) => String(at(row, 'message.content') ?? ''))
			.find((text) => text.trim());
	});
	if (found !== undefined) return found;
	throw new ServiceError('The copilot gave no answer in time', {
		status: 200,
		hint: `The question is stored; an answer may still come. ${NO_MODEL}`,
		fields: ['wait'],
	});
}

/**
 * For `run`: asks, and waits for the answer where that is wanted.
 * @param placeOf of the record that came of asking: where its thread's messages are, and the id of the question
 */
export const asking =
	(placeOf: (call: Call, made: IDataObject) => [path: string, question: number]) =>
	async (call: Call): Promise<IDataObject[]> => {
		await checkConversation(call);
		const made = recordOf(await call.send(call.request), '', true);
		if (call.values.wait === undefined) return [made];
		return [{ ...made, answer: await answerIn(call, ...placeOf(call, made)) }];
	};
