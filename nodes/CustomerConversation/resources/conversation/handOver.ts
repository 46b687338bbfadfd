import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { recordOf, steps } from '../../../shared/tasks/steps';
import { at } from '../../../shared/values';
import {
	account,
	agent,
	content,
	conversation,
	labels,
	operation,
	optional,
	own,
	pick,
	record,
	simplified,
	team,
} from '../../../shared/vocabulary';
import { changeLabels } from '../../tasks/labels';
import { UNKNOWN } from './assign';
import { STATUSES } from './parts/listing';
import { priority } from './parts/priority';

const addLabels = changeLabels((present, chosen) => [...present, ...chosen]);

/** The team goes first: it drops an agent who is no member of it. */
export const handOver = operation({
	name: 'Hand Over',
	action: 'Hand a conversation over',
	gives: "The conversation's ID and what was written, assigned and set",
	description:
		'Writes the note, then assigns, adds labels, sets priority and status. Not safe to repeat with a note: each run writes it again.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/assignments',
	path: [account(), conversation()],
	body: [
		optional(
			content('note', { label: 'Private Note', hint: 'Markdown; only agents see it' }),
			team(),
			agent('assignee_id', { label: 'Agent' }),
			labels('labels', { hint: 'Added to those that are there' }),
			priority(),
			pick('status', STATUSES, {
				hint: 'With the token of an agent who is no administrator, opening also assigns it to them, unless an agent is chosen here',
			}),
		),
	],
	reply: simplified(record(), {
		...own('action', 'conversation_id'),
		status: 'status?',
		priority: 'priority?',
		labels: 'labels?',
		assignee_id: 'assignee.id?',
		assignee_name: 'assignee.name?',
		team_id: 'team.id?',
		team_name: 'team.name?',
		note_id: 'note.id?',
	}),
	run: async (call) => {
		const { values, request, send } = call;
		const { body = {} } = request;
		const path = request.path.replace(/\/assignments$/, '');
		const post = async (word: string, sent: IDataObject, again = true) =>
			await send({ method: 'POST', path: `${path}/${word}`, body: sent, again });
		const assign = async (key: 'team_id' | 'assignee_id') => {
			const assigned = await send({ ...request, body: { [key]: body[key] }, again: true });
			if (!assigned) throw new ServiceError(UNKNOWN[key], { status: 200, fields: [key] });
			return assigned;
		};
		const done: IDataObject = {
			action: 'handed_over',
			conversation_id: values.conversation_id,
		};
		const step = steps();
		const part = async (
			field: string,
			gives: string,
			name: string,
			task: () => Promise<unknown>,
		) => {
			if (!(field in body)) return;
			done[gives] = (await step(name, task, () => gives)) as IDataObject;
		};
		await part('note', 'note', 'Writing the note', async () =>
			recordOf(await post('messages', { content: body.note, private: true }, false), '', true),
		);
		await part('team_id', 'team', 'Assigning the team', async () => await assign('team_id'));
		await part(
			'assignee_id',
			'assignee',
			'Assigning the agent',
			async () => await assign('assignee_id'),
		);
		await part('labels', 'labels', 'Adding the labels', async () => {
			const own = { ...request, path: `${path}/labels`, again: true };
			const [{ labels: all }] = await addLabels({ ...call, request: own });
			return all;
		});
		await part('priority', 'priority', 'Setting the priority', async () => {
			await post('toggle_priority', { priority: body.priority });
			return body.priority;
		});
		await part('status', 'status', 'Setting the status', async () => {
			const reply = await post('toggle_status', { status: body.status });
			// Opening gave it to the agent of the token.
			if (body.status === 'open' && 'assignee_id' in body) await assign('assignee_id');
			return at(reply, 'payload.current_status');
		});
		return [done];
	},
});
