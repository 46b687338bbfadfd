import { integer } from '../fields';
import { locator } from './locator';

const ACCOUNT = '/api/v1/accounts/{account_id}';
const DASHBOARD = '/app/accounts/{account_id}';

export const account = locator({
	name: 'account_id',
	title: 'Account',
	hint: 'Empty: the default account of the credential',
	fallback: 'account_id',
	method: 'accounts',
	list: '/api/v1/profile',
	rows: 'accounts',
	label: ['name'],
	url: '/app/accounts/{id}/dashboard',
	address: /\/accounts\/(\d+)/,
});

export const agent = locator({
	name: 'agent_id',
	title: 'Agent',
	method: 'agents',
	list: `${ACCOUNT}/agents`,
	rows: '',
	label: ['name', 'email'],
});

export const agentBot = locator({
	name: 'agent_bot_id',
	title: 'Agent Bot',
	method: 'agentBots',
	list: `${ACCOUNT}/agent_bots`,
	rows: '',
	label: ['name'],
});

export const automationRule = locator({
	name: 'automation_rule_id',
	title: 'Automation Rule',
	method: 'automationRules',
	list: `${ACCOUNT}/automation_rules`,
	rows: 'payload',
	label: ['name'],
});

export const cannedResponse = locator({
	name: 'canned_response_id',
	title: 'Canned Response',
	method: 'cannedResponses',
	list: `${ACCOUNT}/canned_responses`,
	search: `${ACCOUNT}/canned_responses?search=`,
	rows: '',
	label: ['short_code'],
});

export const contact = locator({
	name: 'contact_id',
	title: 'Contact',
	method: 'contacts',
	// Two keys of order: with one, pages repeat and miss contacts.
	list: `${ACCOUNT}/contacts?sort=name,created_at`,
	search: `${ACCOUNT}/contacts/search?sort=name,created_at&q=`,
	rows: 'payload',
	pageSize: 15,
	label: ['name', 'email', 'phone_number', 'identifier'],
	url: `${DASHBOARD}/contacts/{id}`,
	address: /\/contacts\/(\d+)/,
});

export const conversation = locator({
	name: 'conversation_id',
	title: 'Conversation',
	method: 'conversations',
	list: `${ACCOUNT}/conversations?status=all`,
	search: `${ACCOUNT}/conversations?status=all&q=`,
	rows: 'data.payload',
	pageSize: 25,
	label: ['meta.sender.name', 'meta.sender.email', 'id'],
	url: `${DASHBOARD}/conversations/{id}`,
	address: /\/conversations\/(\d+)/,
});

export const inbox = locator({
	name: 'inbox_id',
	title: 'Inbox',
	method: 'inboxes',
	list: `${ACCOUNT}/inboxes`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/inbox/{id}`,
	address: /\/inbox(?:es)?\/(?:list\/)?(\d+)/,
});

export const platformAccount = locator({
	name: 'account_id',
	title: 'Account',
	hint: 'An account that the platform app created or was granted',
	method: 'platformAccounts',
	list: '/platform/api/v1/accounts',
	rows: '',
	label: ['name'],
});

export const portal = locator({
	name: 'portal_slug',
	title: 'Portal',
	slug: true,
	method: 'portals',
	list: `${ACCOUNT}/portals`,
	rows: 'payload',
	value: 'slug',
	label: ['name', 'slug'],
});

export const team = locator({
	name: 'team_id',
	title: 'Team',
	method: 'teams',
	list: `${ACCOUNT}/teams`,
	rows: '',
	label: ['name'],
});

export const webhook = locator({
	name: 'webhook_id',
	title: 'Webhook',
	method: 'webhooks',
	list: `${ACCOUNT}/webhooks`,
	rows: 'payload.webhooks',
	label: ['name', 'url'],
});

/** On the client surface there is no list to pick from. */
export const conversationNumber = () =>
	integer('conversation_id', {
		label: 'Conversation Number',
		hint: 'The number that the dashboard shows, not the UUID',
		range: [1, Number.MAX_SAFE_INTEGER],
	});
