import type { Locator } from '../picking/picking';
import { NOTIFICATIONS } from '../lists/lists';
import { locator, several } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

const anAccount: Locator = {
	name: 'account_id',
	title: 'Account',
	hint: 'If empty, the account from the credential is used',
	fallback: 'account_id',
	method: 'accounts',
	list: '/api/v1/profile',
	rows: 'accounts',
	label: ['name'],
	url: '/app/accounts/{id}/dashboard',
	address: /\/accounts\/(\d+)/,
};
export const account = locator(anAccount);

export const targetAccount = locator({
	...anAccount,
	name: 'target_account_id',
	title: 'Target Account',
	hint: "Another account on the same server, in which the token's user is also a member",
	fallback: undefined,
});

const anAgent: Locator = {
	name: 'agent_id',
	title: 'Agent',
	method: 'agents',
	list: `${ACCOUNT_API}/agents`,
	rows: '',
	label: ['name', 'email'],
	url: `${DASHBOARD}/settings/agents/list`,
	address: /\/reports\/agents\/(\d+)/,
};
export const agent = locator(anAgent);
export const agents = several(anAgent);

const anAgentBot: Locator = {
	name: 'agent_bot_id',
	title: 'Agent Bot',
	method: 'agentBots',
	list: `${ACCOUNT_API}/agent_bots`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/agent-bots`,
};
export const agentBot = locator(anAgentBot);
export const agentBots = several(anAgentBot);

export const automationRule = locator({
	name: 'automation_rule_id',
	title: 'Automation Rule',
	method: 'automationRules',
	list: `${ACCOUNT_API}/automation_rules`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/automation/list`,
});

export const cannedResponse = locator({
	name: 'canned_response_id',
	title: 'Canned Response',
	method: 'cannedResponses',
	list: `${ACCOUNT_API}/canned_responses`,
	search: { list: `${ACCOUNT_API}/canned_responses?search=` },
	rows: '',
	label: ['short_code'],
	url: `${DASHBOARD}/settings/canned-response/list`,
});

export const customAttribute = locator({
	name: 'custom_attribute_id',
	title: 'Custom Attribute',
	method: 'customAttributes',
	list: `${ACCOUNT_API}/custom_attribute_definitions`,
	rows: '',
	label: ['attribute_display_name', 'attribute_key'],
	url: `${DASHBOARD}/settings/custom-attributes/list`,
});

export const customFilter = locator({
	name: 'custom_filter_id',
	title: 'Custom Filter',
	hint: "A saved view of conversations, contacts or reports. Only those of the token's user are available.",
	method: 'customFilters',
	list: `${ACCOUNT_API}/custom_filters`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/custom_view/{id}`,
	address: /\/(?:custom_view|segments)\/(\d+)/,
});

const aLabel: Locator = {
	name: 'label_id',
	title: 'Label',
	method: 'labels',
	list: `${ACCOUNT_API}/labels`,
	rows: 'payload',
	label: ['title'],
	url: `${DASHBOARD}/settings/labels/list`,
	address: /\/reports\/labels\/(\d+)/,
};
export const label = locator(aLabel);

/** Contacts and conversations refer to labels by title. */
const aTitle: Locator = {
	...aLabel,
	method: 'labelTitles',
	value: 'title',
	slug: true,
	url: `${DASHBOARD}/label/{id}`,
	address: /\/(?:label|contacts\/labels)\/([^/?#]+)/,
};
export const labelTitle = locator({ ...aTitle, name: 'label' });
export const labels = several({ ...aTitle, name: 'labels' });

/** Labels by id, for the few calls that need ids. */
export const labelsById = several({ ...aLabel, name: 'label_ids' });

export const macro = locator({
	name: 'macro_id',
	title: 'Macro',
	method: 'macros',
	list: `${ACCOUNT_API}/macros`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/macros/{id}/edit`,
	address: /\/macros\/(\d+)/,
});

export const notification = locator({
	name: 'notification_id',
	title: 'Notification',
	hint: "Only those of the token's user are available",
	method: 'notifications',
	list: `${ACCOUNT_API}/notifications?includes[]=read`,
	rows: 'data.payload',
	pages: NOTIFICATIONS.pages,
	label: ['push_message_title'],
	details: ['push_message_body'],
	url: `${DASHBOARD}/inbox-view`,
});

const aTeam: Locator = {
	name: 'team_id',
	title: 'Team',
	method: 'teams',
	list: `${ACCOUNT_API}/teams`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/team/{id}`,
	address: /\/teams?\/(\d+)/,
};
export const team = locator(aTeam);
export const teams = several(aTeam);

export const webhook = locator({
	name: 'webhook_id',
	title: 'Webhook',
	method: 'webhooks',
	list: `${ACCOUNT_API}/webhooks`,
	rows: 'payload.webhooks',
	label: ['name', 'url'],
	url: `${DASHBOARD}/settings/integrations/webhook`,
});
