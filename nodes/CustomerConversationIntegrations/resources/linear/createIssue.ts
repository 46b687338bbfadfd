import {
	account,
	conversation,
	linearLabels,
	linearProject,
	linearState,
	linearTeam,
	linearUser,
	operation,
	optional,
	pick,
	text,
} from '../../../shared/vocabulary';

/** With the numbers that Linear uses. */
const PRIORITIES = { 1: 'Urgent', 2: 'High', 3: 'Medium', 4: 'Low', 0: 'None' };

const priority = pick('priority', PRIORITIES, { default: '0' });

export const createIssue = operation({
	name: 'Create Issue',
	action: 'Create an issue',
	gives: 'Returns the ID, title and identifier (e.g. ENG-12) of the new issue',
	description: 'The issue is linked to the conversation',
	request: 'POST /api/v1/accounts/{account_id}/integrations/linear/create_issue',
	path: [account()],
	body: [
		conversation(),
		linearTeam('team_id'),
		text('title'),
		optional(
			text('description', { rows: 4, hint: 'Markdown' }),
			linearUser('assignee_id'),
			{ ...priority, convert: (value, reading) => Number(priority.convert(value, reading)) },
			linearState('state_id'),
			linearProject('project_id'),
			linearLabels('label_ids'),
		),
	],
});
