import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../shared/faults';
import {
	account,
	agent,
	fixed,
	ids,
	labels,
	operation,
	optional,
	pick,
	picks,
	team,
	unix,
	zone,
	type Field,
} from '../../../shared/vocabulary';
import { STATUSES } from './parts/listing';

/** A key of an object that several fields make together. */
const inside = (as: string, key: string, field: Field): Field => ({
	...field,
	as,
	convert: (value, reading) => ({ [key]: field.convert(value, reading) }),
});

const unassigned = picks(
	'unassign',
	{ assignee_id: 'Agent', team_id: 'Team' },
	{ as: 'fields', hint: 'What the conversations lose' },
);

export const updateMany = operation({
	name: 'Update Many',
	action: 'Update many conversations',
	gives: 'Success at once, before the conversations have changed',
	description: 'Done in the background within seconds; unknown conversations are passed over',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [
		fixed({ type: 'Conversation' }),
		ids('ids', { label: 'Conversation IDs' }),
		optional(
			inside('fields', 'status', pick('status', STATUSES)),
			unix('snoozed_until', {
				hint: 'Only with the status Snoozed; left out, until the next message of the contact',
			}),
			inside(
				'fields',
				'assignee_id',
				agent('assignee_id', { label: 'Agent', hint: 'An unknown ID unassigns' }),
			),
			inside('fields', 'team_id', team()),
			{
				...unassigned,
				convert: (value, reading) =>
					Object.fromEntries(
						(unassigned.convert(value, reading) as string[]).map((key) => [key, null]),
					),
			},
			inside('labels', 'add', labels('add_labels', { label: 'Add Label Names or IDs' })),
			inside('labels', 'remove', labels('remove_labels', { label: 'Remove Label Names or IDs' })),
		),
	],
	options: [optional(zone())],
	run: async ({ values, request, send }) => {
		const joined = (...names: string[]): IDataObject =>
			Object.assign({}, ...names.map((name) => values[name])) as IDataObject;
		const changes = {
			fields: joined('unassign', 'status', 'assignee_id', 'team_id'),
			labels: joined('add_labels', 'remove_labels'),
		};
		const made = Object.entries(changes).filter(([, part]) => Object.keys(part).length);
		if (made.length === 0) throw new BadInput('There is nothing to change: add at least one field');
		if (values.snoozed_until && changes.fields.status !== 'snoozed')
			throw new BadInput('Snoozed Until needs the status Snoozed', ['snoozed_until']);
		await send({ ...request, body: { ...request.body, ...Object.fromEntries(made) } });
		return [{ success: true }];
	},
});
