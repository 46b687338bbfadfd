import type { IDataObject } from 'n8n-workflow';
import { ServiceError, withReason } from '../../../shared/faults';
import { recordOf, steps } from '../../../shared/steps';
import { assignTo, hintAssignedNoMember } from '../../../shared/tasks/assigning';
import { listedLabels } from '../../../shared/tasks/labels';
import { untilEmailLeft } from '../../../shared/tasks/leavingEmail';
import { at } from '../../../shared/values';
import {
	account,
	agent,
	asIs,
	content,
	conversation,
	labels,
	operation,
	optional,
	pick,
	record,
	simplified,
	team,
} from '../../../shared/vocabulary';
import { addLabels, unlistedLabels } from '../../tasks/labels';
import { STATUSES } from './parts/listing';
import { priority } from './parts/priority';

const isForbidden = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && [401, 403].includes(error.status ?? 0);

/**
 * The status is set right after the note: then people have the conversation, even if the token may not
 * do the rest. The team is assigned before the agent, since it removes an agent who is not a member.
 * Both are assigned after the status is set, since opening assigns the conversation to the token's agent.
 */
export const handOver = operation({
	name: 'Hand Off',
	action: 'Hand off a conversation',
	gives: "Returns the conversation's ID and what was changed",
	description:
		'Adds the private note, sets the status, then assigns, adds labels and sets the priority. After the status is set, steps that the token may not do are listed in failed. Labels with an agent bot token require Chatwoot 4.14.2. Repeating it adds the note again.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/assignments',
	path: [account(), conversation()],
	body: [
		optional(
			content('note', { label: 'Private Note', hint: 'Markdown. Only agents can see it.' }),
			team(),
			agent('assignee_id', { label: 'Agent' }),
			labels('labels', { hint: 'Added to the existing labels' }),
			priority(),
			pick('status', STATUSES, {
				hint: 'If the token belongs to an agent (not an administrator), opening also assigns it to that agent, unless you choose an agent here',
			}),
		),
	],
	options: [optional(unlistedLabels())],
	reply: simplified(record(), {
		...asIs('action', 'conversation_id'),
		status: 'status?',
		priority: 'priority?',
		labels: 'labels?',
		assignee_id: 'assignee.id?',
		assignee_name: 'assignee.name?',
		team_id: 'team.id?',
		team_name: 'team.name?',
		note_id: 'note.id?',
		failed: ['failed', asIs('step', 'reason')],
	}),
	run: async (call) => {
		const { values, request, send, host } = call;
		const { body = {} } = request;
		const chosen = await listedLabels(call, (body.labels ?? []) as string[]);
		const path = request.path.replace(/\/assignments$/, '');
		const post = async (word: string, sent: IDataObject, again = true) =>
			await send({ method: 'POST', path: `${path}/${word}`, body: sent, again });
		const assign = async (key: 'team_id' | 'assignee_id') =>
			await assignTo(call, request, key, body[key]);
		const failed: IDataObject[] = [];
		const refusals: ServiceError[] = [];
		const done: IDataObject = {
			action: 'handed_over',
			conversation_id: values.conversation_id,
			failed,
		};
		const step = steps();
		const part = async (
			field: string,
			gives: string,
			name: string,
			task: () => Promise<unknown>,
		) => {
			if (!(field in body)) return;
			const stepping = step(name, task, () => gives).then((result) => {
				done[gives] = result as IDataObject;
			});
			await stepping.catch((error: unknown) => {
				if (!('status' in done) || !isForbidden(error)) throw error;
				failed.push({ step: gives, reason: error.message });
				refusals.push(error);
			});
		};
		await part('note', 'note', 'Adding the note', async () => {
			await untilEmailLeft(call, path);
			return recordOf(
				await post('messages', { content: body.note, private: true }, false),
				'',
				true,
			);
		});
		await part('status', 'status', 'Setting the status', async () =>
			at(await post('toggle_status', { status: body.status }), 'payload.current_status'),
		);
		await part('team_id', 'team', 'Assigning the team', async () => await assign('team_id'));
		await part('assignee_id', 'assignee', 'Assigning the agent', async () => {
			const assigned = await assign('assignee_id');
			await hintAssignedNoMember(call, assigned, path);
			return assigned;
		});
		await part('labels', 'labels', 'Adding the labels', async () => {
			const needs = { botSince: '4.14.2' };
			const labelRequest = { ...request, path: `${path}/labels`, needs, again: true };
			const [{ labels: all }] = await addLabels({ ...call, request: labelRequest }, chosen);
			return all;
		});
		await part('priority', 'priority', 'Setting the priority', async () => {
			await post('toggle_priority', { priority: body.priority });
			return body.priority;
		});
		for (const refused of refusals) {
			const { message, hint } = await withReason(refused);
			const text = `The conversation was handed off, but not everything was done. ${message}. ${hint}`;
			host.hint(text.trim());
		}
		return [done];
	},
});
