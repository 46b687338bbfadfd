import { BadInput } from '../../../shared/faults';
import { whyUnseen } from '../../../shared/tasks/empty';
import {
	account,
	agent,
	byPage,
	contact,
	inbox,
	MESSAGE,
	NEWEST_FIRST,
	operation,
	optional,
	records,
	simplified,
	zone,
	type Field,
} from '../../../shared/vocabulary';
import { advanced, bounds, outOfBounds, searchText } from './parts/searching';

/** The author, as `contact:5`: the service ignores other forms. */
const by = (kind: string, sender: Field): Field => ({
	...sender,
	as: 'from',
	convert: (value, reading) => {
		if ('from_contact' in reading.values)
			throw new BadInput('cannot be combined with From Contact');
		return `${kind}:${String(sender.convert(value, reading))}`;
	},
});

export const messages = operation({
	name: 'Search Messages',
	action: 'Search messages',
	gives: 'Returns one item per message that contains the text',
	description: 'Also finds private notes. Only searches the last three months.',
	request: 'GET /api/v1/accounts/{account_id}/search/messages',
	path: [account()],
	query: [
		searchText('Text to find in messages, not case-sensitive'),
		optional(
			...bounds(),
			by(
				'contact',
				contact('from_contact', {
					label: 'From Contact',
					hint: advanced('Only messages from this contact'),
				}),
			),
			by(
				'agent',
				agent('from_agent', {
					label: 'From Agent',
					hint: advanced('Only messages from this agent'),
				}),
			),
			inbox('inbox_id', { hint: advanced('Only messages in this inbox') }),
		),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.messages', byPage(15, NEWEST_FIRST)), MESSAGE),
	empty: async (call) => [
		'Messages older than three months are not searched.',
		outOfBounds(call),
		await whyUnseen(call),
	],
});
