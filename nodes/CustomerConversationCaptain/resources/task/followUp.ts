import { BadInput } from '../../../shared/faults';
import { account, json, operation, optional, text, type Field } from '../../../shared/vocabulary';
import { about, NEEDS, written } from './parts/task';

const context = json('follow_up_context', {
	hint: 'What the task before gave as follow_up_context, whole',
});

const checked: Field = {
	...context,
	convert: (value, reading) => {
		const given = context.convert(value, reading) as Record<string, unknown>;
		const needed = ['event_name', 'original_context', 'last_response'];
		const lacking = needed.filter((key) => !given[key]);
		if (lacking.length)
			throw new BadInput(`needs ${lacking.join(', ')}: take it as the task before gave it`);
		return given;
	},
};

export const followUp = operation({
	name: 'Follow Up',
	action: 'Follow up on a task',
	gives: 'The changed text as message, and the context for the next one',
	needs: NEEDS,
	description: 'Needs an AI model on the server',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/follow_up',
	path: [account()],
	body: [
		text('message', {
			label: 'Instruction',
			rows: 2,
			placeholder: 'e.g. Shorter, and more polite',
			hint: 'What to change',
		}),
		checked,
		optional(about()),
	],
	run: written,
});
