import { BadInput } from '../../../shared/faults';
import { account, json, operation, optional, text, type Field } from '../../../shared/vocabulary';
import { about, NEEDS, written } from './parts/task';

const context = json('follow_up_context', {
	hint: 'The whole follow_up_context that the previous task returned',
});

const checked: Field = {
	...context,
	convert: (value, reading) => {
		const converted = context.convert(value, reading) as Record<string, unknown>;
		const needed = ['event_name', 'original_context', 'last_response'];
		const lacking = needed.filter((key) => !converted[key]);
		if (lacking.length)
			throw new BadInput(
				`needs ${lacking.join(', ')}: use follow_up_context as the previous task returned it`,
			);
		return converted;
	},
};

export const followUp = operation({
	name: 'Follow Up',
	action: 'Follow up on a task',
	gives: 'Returns the changed text as message, and the context for the next change',
	needs: NEEDS,
	description: 'Needs an AI model on the server',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/follow_up',
	path: [account()],
	body: [
		text('message', {
			label: 'Instruction',
			rows: 2,
			placeholder: 'e.g. Make it shorter and more polite',
			hint: 'What to change',
		}),
		checked,
		optional(about()),
	],
	run: written,
});
