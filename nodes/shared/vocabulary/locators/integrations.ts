import type { Locator } from '../picking/picking';
import { locator, several } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

const INTEGRATIONS = `${ACCOUNT_API}/integrations`;
const CONNECTED = `${DASHBOARD}/settings/integrations`;

/** An app that the account is, or can be, connected to. */
export const app = locator({
	name: 'app_id',
	title: 'App',
	method: 'apps',
	list: `${INTEGRATIONS}/apps`,
	rows: 'payload',
	slug: true,
	by: 'ID',
	example: 'openai',
	label: ['name'],
	url: `${CONNECTED}/{id}`,
	address: /\/settings\/integrations\/([^/?#]+)/,
});

/** A connection to an app. Each inbox can have one to Dialogflow. */
export const hook = locator({
	name: 'hook_id',
	title: 'Connection',
	method: 'hooks',
	list: `${INTEGRATIONS}/apps`,
	rows: 'payload.*.hooks',
	label: ['app_id'],
	details: ['inbox.name', 'settings.project_id'],
	url: CONNECTED,
});

export const dashboardApp = locator({
	name: 'dashboard_app_id',
	title: 'Dashboard App',
	method: 'dashboardApps',
	list: `${ACCOUNT_API}/dashboard_apps`,
	rows: '',
	label: ['title'],
	url: `${CONNECTED}/dashboard_apps`,
});

export const slackChannel = locator({
	name: 'slack_channel_id',
	title: 'Channel',
	method: 'slackChannels',
	list: `${INTEGRATIONS}/slack/list_all_channels`,
	rows: '',
	unlisted: 'No Slack channels found',
	slug: true,
	by: 'ID',
	example: 'C024BE91L',
	label: ['name'],
});

const LINEAR = `${INTEGRATIONS}/linear`;

const ofLinear = { slug: true, by: 'ID', example: '9cfb482a-81e3-4154-b5b9-2c805e70a02d' };

export const linearTeam = locator({
	...ofLinear,
	name: 'linear_team_id',
	title: 'Team',
	method: 'linearTeams',
	list: `${LINEAR}/teams`,
	rows: '',
	unlisted: 'No Linear teams found',
	label: ['name'],
});

/** Something that belongs to a Linear team, such as its labels. @param rows key of the list */
const ofTeam = (title: string, rows: string): Locator => ({
	...ofLinear,
	name: `linear_${title.toLowerCase()}_id`,
	title,
	method: `linear${title}s`,
	list: `${LINEAR}/team_entities?team_id={team_id}`,
	rows,
	unlisted: `No Linear ${rows} found`,
	label: ['name'],
});

export const linearUser = locator(ofTeam('Assignee', 'users'));
export const linearProject = locator(ofTeam('Project', 'projects'));
export const linearState = locator(ofTeam('State', 'states'));
export const linearLabels = several(ofTeam('Label', 'labels'));

export const linearIssue = locator({
	...ofLinear,
	name: 'issue_id',
	title: 'Issue',
	method: 'linearIssues',
	// Chatwoot lists no issues without search words.
	list: `${LINEAR}/search_issue`,
	search: { list: `${LINEAR}/search_issue?q=` },
	rows: '',
	unlisted: 'Type words from the title to find an issue',
	label: ['title'],
	details: ['identifier', 'state.name'],
});

/** The link between an issue and a conversation. */
export const linearLink = locator({
	...ofLinear,
	name: 'link_id',
	title: 'Link',
	method: 'linearLinks',
	list: `${LINEAR}/linked_issues?conversation_id={conversation_id}`,
	rows: '',
	unlisted: 'No Linear links found',
	label: ['issue.title', 'title'],
	details: ['issue.identifier'],
});
