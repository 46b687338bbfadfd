import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../shared/faults';
import { snoozedUntil } from '../../../shared/tasks/snooze';
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
	zone,
	type Call,
	type Field,
} from '../../../shared/vocabulary';
import { checkListed, unlistedLabels } from '../../tasks/labels';
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

/** Most conversations that a refusal names. */
const SHOWN = 10;

/**
 * Refuses to change labels of conversations whose labels an earlier item changes: the service does both
 * in the background at the same time, and each writes the whole list that it read before. Items that
 * share conversations get here one after the other.
 * @returns the conversations of earlier items
 * @throws BadInput with the conversations that are among them
 */
async function checkShared({ values, once }: Call): Promise<Set<number>> {
	const ids = values.ids as number[];
	const key = `labels of conversations in account ${String(values.account_id)}`;
	const earlier = await once(key, async () => new Set<number>());
	const shared = [...new Set(ids)].filter((id) => earlier.has(id));
	if (shared.length === 0) return earlier;
	const more = shared.length > SHOWN ? ` and ${shared.length - SHOWN} more` : '';
	throw new BadInput(
		`An earlier item already changes labels of conversation ${shared.slice(0, SHOWN).join(', ')}${more}. Chatwoot makes both changes at the same time, so labels would get lost. Put all label changes of a conversation into one item, or use Add Labels and Remove Labels.`,
		['ids'],
	);
}

export const updateMany = operation({
	name: 'Update Many',
	action: 'Update many conversations',
	gives: 'Success at once, before the conversations have changed',
	description:
		'Done in the background within seconds; unknown conversations are passed over. Put all label changes of a conversation into one item: Chatwoot makes several at the same time and loses labels.',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [
		fixed({ type: 'Conversation' }),
		ids('ids', { label: 'Conversation IDs' }),
		optional(
			inside('fields', 'status', pick('status', STATUSES)),
			snoozedUntil({
				hint: 'Date and time in the future, only with the status Snoozed. Without it the snooze ends with the next message of the contact.',
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
	options: [optional(zone(), unlistedLabels())],
	run: async (call) => {
		const { values, request, send } = call;
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
		if (Object.keys(changes.labels).length) {
			const earlier = await checkShared(call);
			await checkListed(call, (changes.labels.add ?? []) as string[], 'add_labels');
			for (const id of values.ids as number[]) earlier.add(id);
		}
		await send({ ...request, body: { ...request.body, ...Object.fromEntries(made) } });
		return [{ success: true }];
	},
});
