import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../shared/faults';
import { hintNoMember } from '../../../shared/tasks/assigning';
import { listedLabels, sameLabel } from '../../../shared/tasks/labels';
import { pollUntilFound } from '../../../shared/tasks/pollUntilFound';
import { snoozedUntil } from '../../../shared/parts/future';
import { unlessForbidden, unlessGone, unlessRefused } from '../../../shared/steps';
import { rowsOf } from '../../../shared/transport/pages';
import { isSame } from '../../../shared/values';
import {
	account,
	agent,
	type Call,
	type Field,
	FILTERED_CONVERSATIONS,
	fixed,
	ids,
	labels,
	nothing,
	operation,
	optional,
	pick,
	picks,
	team,
	zone,
} from '../../../shared/vocabulary';
import { unlistedLabels } from '../../tasks/labels';
import { STATUSES } from './parts/listing';

/** A field that is sent as one key of an object which several fields share. */
const inside = (as: string, key: string, field: Field): Field => ({
	...field,
	as,
	convert: (value, reading) => ({ [key]: field.convert(value, reading) }),
});

const unassigned = picks(
	'unassign',
	{ assignee_id: 'Agent', team_id: 'Team' },
	{ as: 'fields', hint: 'What to remove from the conversations' },
);

/** The labels that an item adds and removes. */
interface LabelChange {
	add?: string[];
	remove?: string[];
}

/** The last change of each conversation's labels by an item of this execution. */
type Earlier = Map<number, LabelChange>;

/** Milliseconds before each check for an earlier change: about half a minute in total. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 8000, 8000];

/** The labels of a conversation; undefined if it does not exist. */
async function labelsOf({ request, send }: Call, id: number): Promise<string[] | undefined> {
	const path = `${request.path.replace(/bulk_actions$/, 'conversations')}/${id}/labels`;
	const read = await unlessGone(send({ method: 'GET', path }));
	return read === undefined ? undefined : rowsOf<string>(read);
}

/** Whether a label change shows in a conversation. One that does not exist counts as changed. */
async function isDone(call: Call, id: number, { add = [], remove = [] }: LabelChange) {
	const titles = await labelsOf(call, id);
	if (!titles) return true;
	return add.every((one) => sameLabel(titles, one)) && !remove.some((one) => titles.includes(one));
}

/**
 * The change with every spelling that the conversations have: in the background Chatwoot compares labels by
 * letter when it removes them, and keeps another spelling when it adds them.
 */
async function inAllSpellings(call: Call, { add, remove = [] }: LabelChange): Promise<LabelChange> {
	const named = [...(add ?? []), ...remove];
	const ids = call.values.ids as number[];
	const reading = ids.map(async (id) => (await unlessForbidden(labelsOf(call, id))) ?? []);
	const present = (await Promise.all(reading)).flat();
	const others = present.filter((title) => sameLabel(named, title) && !add?.includes(title));
	const all = [...new Set([...remove, ...others])];
	return { ...(add ? { add } : {}), ...(all.length ? { remove: all } : {}) };
}

/**
 * Waits until the label changes of earlier items show: the service makes them in the background, and two
 * changes at the same time would each write the whole list that they read before. Nothing is lost if the
 * same change is made twice. Items that share conversations call this one after the other.
 * @throws BadInput with a conversation whose earlier change does not show in time
 */
async function waitForEarlier(call: Call, earlier: Earlier, change: LabelChange): Promise<void> {
	for (const id of new Set(call.values.ids as number[])) {
		const before = earlier.get(id);
		if (!before || isSame(before, change)) continue;
		const check = async () => ((await isDone(call, id, before)) ? true : undefined);
		if (await pollUntilFound(call, PAUSES, check)) continue;
		throw new BadInput(
			`Chatwoot has not finished the label change of an earlier item in conversation ${id}. Put all label changes of a conversation into one item, or use Add Labels and Remove Labels.`,
			['ids'],
		);
	}
}

/** A hint if an agent is assigned who is not a member of the inboxes. */
async function hintInboxes(call: Call, id: number): Promise<void> {
	const { request, list, values } = call;
	const account = request.path.replace(/\/bulk_actions$/, '');
	const condition = {
		attribute_key: 'display_id',
		filter_operator: 'equal_to',
		values: values.ids,
		query_operator: null,
	};
	const filter = {
		method: 'POST',
		path: `${account}/conversations/filter`,
		body: { payload: [condition] } as IDataObject,
		reads: true,
	};
	const found = (await unlessRefused(list(filter, FILTERED_CONVERSATIONS))) ?? [];
	await hintNoMember(
		call,
		{ id },
		found.map((row) => row.inbox_id),
		account,
	);
}

export const updateMany = operation({
	name: 'Update Many',
	action: 'Update many conversations',
	gives: 'Returns success immediately; conversations are updated in the background',
	description:
		'This takes a few seconds. Unknown conversations are skipped. If several items change the labels of a conversation, they wait for each other; separate executions do not, so label changes could get lost.',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [
		fixed({ type: 'Conversation' }),
		ids('ids', { label: 'Conversation IDs' }),
		optional(
			inside('fields', 'status', pick('status', STATUSES)),
			snoozedUntil({
				hint: 'Date and time in the future. Only with the status Snoozed. If empty, the snooze ends when the contact replies.',
			}),
			inside(
				'fields',
				'assignee_id',
				agent('assignee_id', { label: 'Agent', hint: 'An unknown ID unassigns the conversations' }),
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
	reply: nothing,
	run: async (call) => {
		const { values, request, send, once } = call;
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
		let change = changes.labels as LabelChange;
		const key = `labels of conversations in account ${String(values.account_id)}`;
		const earlier = await once(key, async (): Promise<Earlier> => new Map());
		const hasLabels = Object.keys(change).length > 0;
		if (hasLabels) {
			const add = change.add && (await listedLabels(call, change.add, 'add_labels'));
			change = add ? { ...change, add } : change;
			await waitForEarlier(call, earlier, change);
			change = await inAllSpellings(call, change);
		}
		if (changes.fields.assignee_id) await hintInboxes(call, changes.fields.assignee_id as number);
		const sent = { ...request.body, ...Object.fromEntries(made) };
		await send({ ...request, body: hasLabels ? { ...sent, labels: change } : sent });
		if (hasLabels) for (const id of values.ids as number[]) earlier.set(id, change);
		return [{ success: true }];
	},
});
