import { integer, text } from '../fields/fields';
import type { Locator } from '../fields/picking';
import { byId, byPage } from '../reply';
import {
	ARTICLES,
	CATEGORIES,
	COMPANIES,
	CONTACTS,
	CONVERSATIONS,
	COPILOT_THREADS,
	DOCUMENTS,
	FAQS,
	NOTIFICATIONS,
} from './lists';
import { locator, several } from './locator';

export { ids } from './locator';

const ACCOUNT = '/api/v1/accounts/{account_id}';
const PORTAL = `${ACCOUNT}/portals/{portal_slug}`;
const CAPTAIN = `${ACCOUNT}/captain`;
const DASHBOARD = '/app/accounts/{account_id}';
const INTEGRATIONS = `${ACCOUNT}/integrations`;
const CONNECTED = `${DASHBOARD}/settings/integrations`;

const anAccount: Locator = {
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
};
export const account = locator(anAccount);

export const targetAccount = locator({
	...anAccount,
	name: 'target_account_id',
	title: 'Target Account',
	hint: "Another account of the same server, in which the token's user is, too",
	fallback: undefined,
});

const anAgent: Locator = {
	name: 'agent_id',
	title: 'Agent',
	method: 'agents',
	list: `${ACCOUNT}/agents`,
	rows: '',
	label: ['name', 'email'],
	url: `${DASHBOARD}/settings/agents/list`,
	address: /\/reports\/agents\/(\d+)/,
};
export const agent = locator(anAgent);
export const agents = several(anAgent);

export const agentBot = locator({
	name: 'agent_bot_id',
	title: 'Agent Bot',
	method: 'agentBots',
	list: `${ACCOUNT}/agent_bots`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/agent-bots`,
});

export const agentCapacityPolicy = locator({
	name: 'agent_capacity_policy_id',
	title: 'Agent Capacity Policy',
	method: 'agentCapacityPolicies',
	list: `${ACCOUNT}/agent_capacity_policies`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/assignment-policy/capacity/edit/{id}`,
	address: /\/capacity\/edit\/(\d+)/,
});

/** Of a portal. */
export const article = locator({
	name: 'article_id',
	title: 'Article',
	method: 'articles',
	list: `${PORTAL}/articles`,
	search: { list: `${PORTAL}/articles?query=` },
	rows: 'payload',
	pages: ARTICLES.pages,
	label: ['title', 'slug'],
	details: ['category.locale', 'category.name', 'status'],
	url: `${DASHBOARD}/portals`,
	address: /\/articles\/(?:(?:[^/]+\/)?edit\/)?(\d+)/,
});

export const assignmentPolicy = locator({
	name: 'assignment_policy_id',
	title: 'Assignment Policy',
	method: 'assignmentPolicies',
	list: `${ACCOUNT}/assignment_policies`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/assignment-policy/assignment/edit/{id}`,
	address: /\/assignment\/edit\/(\d+)/,
});

export const assistant = locator({
	name: 'assistant_id',
	title: 'Assistant',
	method: 'assistants',
	list: `${CAPTAIN}/assistants`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/captain/{id}/faqs`,
	address: /\/captain\/(?:assistants\/)?(\d+)/,
});

export const automationRule = locator({
	name: 'automation_rule_id',
	title: 'Automation Rule',
	method: 'automationRules',
	list: `${ACCOUNT}/automation_rules`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/automation/list`,
});

export const campaign = locator({
	name: 'campaign_id',
	title: 'Campaign',
	method: 'campaigns',
	list: `${ACCOUNT}/campaigns`,
	rows: '',
	label: ['title'],
	details: ['inbox.name', 'campaign_status'],
	url: `${DASHBOARD}/campaigns`,
});

export const cannedResponse = locator({
	name: 'canned_response_id',
	title: 'Canned Response',
	method: 'cannedResponses',
	list: `${ACCOUNT}/canned_responses`,
	search: { list: `${ACCOUNT}/canned_responses?search=` },
	rows: '',
	label: ['short_code'],
	url: `${DASHBOARD}/settings/canned-response/list`,
});

const aCategory: Locator = {
	name: 'category_id',
	title: 'Category',
	method: 'categories',
	list: `${PORTAL}/categories`,
	rows: 'payload',
	pages: CATEGORIES.pages,
	label: ['name', 'slug'],
	details: ['locale'],
	url: `${DASHBOARD}/portals`,
};
export const category = locator(aCategory);
export const categories = several(aCategory);

/** Lists of articles know categories by their slugs, which those of several languages may share. */
export const categorySlug = locator({
	...aCategory,
	name: 'category_slug',
	method: 'categorySlugs',
	value: 'slug',
	slug: true,
});

/** Names may come twice, domains not. */
export const company = locator({
	name: 'company_id',
	title: 'Company',
	method: 'companies',
	// Without an order a changed one moves between the pages.
	list: `${ACCOUNT}/companies?sort=name,created_at`,
	search: { list: `${ACCOUNT}/companies/search?sort=name,created_at&q=` },
	rows: 'payload',
	pages: COMPANIES.pages,
	label: ['name'],
	details: ['domain'],
	url: `${DASHBOARD}/companies/{id}`,
	address: /\/companies\/(\d+)/,
});

export const contact = locator({
	name: 'contact_id',
	title: 'Contact',
	method: 'contacts',
	// Two keys of order: with one, pages repeat and miss contacts.
	list: `${ACCOUNT}/contacts?sort=name,created_at`,
	search: { list: `${ACCOUNT}/contacts/search?sort=name,created_at&q=` },
	rows: 'payload',
	pages: CONTACTS.pages,
	label: ['name', 'email', 'phone_number', 'identifier'],
	url: `${DASHBOARD}/contacts/{id}`,
	address: /\/contacts\/(\d+)/,
});

const anInbox: Locator = {
	name: 'inbox_id',
	title: 'Inbox',
	method: 'inboxes',
	list: `${ACCOUNT}/inboxes`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/inbox/{id}`,
	address: /\/inbox(?:es)?\/(?:list\/)?(\d+)/,
};

export const conversation = locator({
	name: 'conversation_id',
	title: 'Conversation',
	method: 'conversations',
	list: `${ACCOUNT}/conversations?status=all`,
	rows: 'data.payload',
	pages: CONVERSATIONS.pages,
	label: ['meta.sender.name', 'meta.sender.email'],
	details: [{ path: 'inbox_id', of: anInbox }, 'status', 'last_non_activity_message.content'],
	numbered: true,
	one: `${ACCOUNT}/conversations/`,
	// The list itself looks into messages alone.
	search: {
		list: `${ACCOUNT}/search/conversations?q=`,
		rows: 'payload.conversations',
		pages: byPage(15),
		label: ['contact.name', 'contact.email', 'contact.phone_number', 'contact.identifier'],
		// It tells no status, and of the messages one.
		details: ['inbox.name', 'message.content'],
	},
	url: `${DASHBOARD}/conversations/{id}`,
	address: /\/conversations?\/(\d+)/,
});

/** Those of the token's user; others have none. */
export const copilotThread = locator({
	name: 'thread_id',
	title: 'Copilot Thread',
	hint: "Only those of the token's user exist",
	method: 'copilotThreads',
	list: `${CAPTAIN}/copilot_threads`,
	rows: 'payload',
	pages: COPILOT_THREADS.pages,
	label: ['title'],
	details: ['assistant.name'],
});

export const csatResponse = locator({
	name: 'csat_response_id',
	title: 'CSAT Response',
	method: 'csatResponses',
	// Without an order, pages repeat and miss answers.
	list: `${ACCOUNT}/csat_survey_responses?sort=-created_at`,
	rows: '',
	pages: byPage(25),
	label: ['contact.name', 'contact.email', 'feedback_message'],
	url: `${DASHBOARD}/reports/csat`,
});

export const customAttribute = locator({
	name: 'custom_attribute_id',
	title: 'Custom Attribute',
	method: 'customAttributes',
	list: `${ACCOUNT}/custom_attribute_definitions`,
	rows: '',
	label: ['attribute_display_name', 'attribute_key'],
	url: `${DASHBOARD}/settings/custom-attributes/list`,
});

export const customFilter = locator({
	name: 'custom_filter_id',
	title: 'Custom Filter',
	hint: "A saved view of conversations, contacts or reports; only those of the token's user exist",
	method: 'customFilters',
	list: `${ACCOUNT}/custom_filters`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/custom_view/{id}`,
	address: /\/(?:custom_view|segments)\/(\d+)/,
});

export const customTool = locator({
	name: 'custom_tool_id',
	title: 'Custom Tool',
	method: 'customTools',
	list: `${CAPTAIN}/custom_tools`,
	rows: 'payload',
	label: ['title', 'slug'],
});

/** What an assistant reads; the order is the one that stays while documents are read again. */
export const document = locator({
	name: 'document_id',
	title: 'Document',
	method: 'documents',
	list: `${CAPTAIN}/documents?sort=recently_created`,
	rows: 'payload',
	pages: DOCUMENTS.pages,
	label: ['name', 'external_link'],
	details: ['assistant.name', 'status'],
});

export const faq = locator({
	name: 'faq_id',
	title: 'FAQ',
	method: 'faqs',
	list: `${CAPTAIN}/assistant_responses`,
	search: { list: `${CAPTAIN}/assistant_responses?search=` },
	rows: 'payload',
	pages: FAQS.pages,
	label: ['question'],
	details: ['assistant.name'],
});

export const inbox = locator(anInbox);
export const apiInbox = locator({
	...anInbox,
	title: 'API Inbox',
	method: 'apiInboxes',
	only: { channel_type: ['Channel::Api'] },
});
/** What a campaign goes out through. */
export const campaignInbox = locator({
	...anInbox,
	method: 'campaignInboxes',
	only: {
		channel_type: ['Channel::WebWidget', 'Channel::Sms', 'Channel::TwilioSms', 'Channel::Whatsapp'],
		medium: [undefined, null, 'sms'],
	},
});
export const websiteInbox = locator({
	...anInbox,
	title: 'Website Inbox',
	method: 'websiteInboxes',
	only: { channel_type: ['Channel::WebWidget'] },
});
export const smsInbox = locator({
	...anInbox,
	title: 'SMS Inbox',
	method: 'smsInboxes',
	only: {
		channel_type: ['Channel::Sms', 'Channel::TwilioSms'],
		// Twilio has WhatsApp in the same channel.
		medium: [undefined, null, 'sms'],
	},
});
export const whatsappInbox = locator({
	...anInbox,
	title: 'WhatsApp Inbox',
	method: 'whatsappInboxes',
	only: { channel_type: ['Channel::Whatsapp'] },
});
export const inboxes = several(anInbox);

const aLabel: Locator = {
	name: 'label_id',
	title: 'Label',
	method: 'labels',
	list: `${ACCOUNT}/labels`,
	rows: 'payload',
	label: ['title'],
	url: `${DASHBOARD}/settings/labels/list`,
	address: /\/reports\/labels\/(\d+)/,
};
export const label = locator(aLabel);

/** Contacts and conversations know labels by their titles. */
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

export const macro = locator({
	name: 'macro_id',
	title: 'Macro',
	method: 'macros',
	list: `${ACCOUNT}/macros`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/macros/{id}/edit`,
	address: /\/macros\/(\d+)/,
});

export const message = locator({
	name: 'message_id',
	title: 'Message',
	method: 'messages',
	list: `${ACCOUNT}/conversations/{conversation_id}/messages`,
	rows: 'payload',
	pages: byId('older', 20),
	label: ['content', 'content_type'],
	url: `${DASHBOARD}/conversations/{conversation_id}?messageId={id}`,
	address: /[?&]messageId=(\d+)/,
});

/** Approved templates of a WhatsApp inbox; of a name there may be several languages. */
export const messageTemplate = locator({
	name: 'template',
	title: 'Template',
	method: 'messageTemplates',
	list: `${ACCOUNT}/inboxes/{inbox_id}`,
	rows: 'message_templates',
	unlisted: 'This inbox has no WhatsApp templates',
	only: { status: ['APPROVED', 'approved'] },
	value: 'name',
	variant: 'language',
	slug: true,
	example: 'order_update (en)',
	label: ['name'],
	details: ['category'],
});

export const note = locator({
	name: 'note_id',
	title: 'Note',
	method: 'notes',
	list: `${ACCOUNT}/contacts/{contact_id}/notes`,
	rows: '',
	label: ['content'],
	url: `${DASHBOARD}/contacts/{contact_id}`,
});

export const notification = locator({
	name: 'notification_id',
	title: 'Notification',
	hint: "Only those of the token's user exist",
	method: 'notifications',
	list: `${ACCOUNT}/notifications?includes[]=read`,
	rows: 'data.payload',
	pages: NOTIFICATIONS.pages,
	label: ['push_message_title'],
	details: ['push_message_body'],
	url: `${DASHBOARD}/inbox-view`,
});

export const platformAccount = locator({
	name: 'account_id',
	title: 'Account',
	hint: 'An account that the platform app created or was granted',
	method: 'platformAccounts',
	list: '/platform/api/v1/accounts',
	one: '/platform/api/v1/accounts/',
	rows: '',
	label: ['name'],
	address: /\/accounts\/(\d+)/,
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
	url: `${DASHBOARD}/portals`,
	address: /\/portals\/([^/?#]+)\/[^/?#]/,
});

export const scenario = locator({
	name: 'scenario_id',
	title: 'Scenario',
	hint: 'The list has those that are switched on; others go by ID',
	method: 'scenarios',
	list: `${CAPTAIN}/assistants/{assistant_id}/scenarios`,
	rows: 'payload',
	label: ['title'],
	url: `${DASHBOARD}/captain/{assistant_id}/scenarios`,
});

export const slaPolicy = locator({
	name: 'sla_policy_id',
	title: 'SLA Policy',
	method: 'slaPolicies',
	list: `${ACCOUNT}/sla_policies`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/sla/list`,
});

const aTeam: Locator = {
	name: 'team_id',
	title: 'Team',
	method: 'teams',
	list: `${ACCOUNT}/teams`,
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
	list: `${ACCOUNT}/webhooks`,
	rows: 'payload.webhooks',
	label: ['name', 'url'],
	url: `${DASHBOARD}/settings/integrations/webhook`,
});

/** The bots that the platform app created or was granted. */
export const platformBot = locator({
	name: 'agent_bot_id',
	title: 'Agent Bot',
	hint: 'A bot that the platform app created or was granted',
	method: 'platformBots',
	list: '/platform/api/v1/agent_bots',
	one: '/platform/api/v1/agent_bots/',
	rows: '',
	label: ['name'],
});

/** The users of an account. The service names them by role and ID alone. */
export const accountUser = locator({
	name: 'user_id',
	title: 'User',
	method: 'accountUsers',
	list: '/platform/api/v1/accounts/{account_id}/account_users',
	rows: '',
	value: 'user_id',
	label: ['role'],
});

/** API inboxes have this public name; their number is not accepted. */
export const inboxIdentifier = () => {
	const kind = text('inbox_identifier', {
		hint: 'Of an API inbox: Settings → Inboxes → Configuration. Empty: the default of the credential.',
	});
	const property = { ...kind.property, required: undefined };
	return { ...kind, property, fallback: 'inbox_identifier' };
};

/** The contact's address in an API inbox. */
export const sourceId = () =>
	text('contact_identifier', {
		label: 'Source ID',
		hint: 'ID of the contact in that inbox, given back when the contact was created',
	});

/** On the client surface there is no list to pick from. */
export const conversationNumber = () =>
	integer('conversation_id', {
		label: 'Conversation Number',
		hint: 'The number that the dashboard shows, not the UUID',
		range: [1, Number.MAX_SAFE_INTEGER],
	});

export const dataImport = locator({
	name: 'data_import_id',
	title: 'Data Import',
	method: 'dataImports',
	list: `${ACCOUNT}/data_imports`,
	rows: 'payload',
	label: ['name', 'data_type'],
	details: ['status', 'created_at'],
});

/** Labels where the service wants their ids. */
export const labelsById = several({ ...aLabel, name: 'label_ids' });

export const customRole = locator({
	name: 'custom_role_id',
	title: 'Custom Role',
	method: 'customRoles',
	list: `${ACCOUNT}/custom_roles`,
	rows: '',
	label: ['name'],
});

/** Inboxes know portals by their ids. */
export const portalId = locator({
	name: 'portal_id',
	title: 'Portal',
	method: 'portalIds',
	list: `${ACCOUNT}/portals`,
	rows: 'payload',
	label: ['name', 'slug'],
});

/** What an account is, or can be, connected with. */
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

/** A connection with an app; of Dialogflow each inbox may have one. */
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
	list: `${ACCOUNT}/dashboard_apps`,
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
	unlisted: 'Slack lists no channels',
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
	unlisted: 'Linear lists no teams',
	label: ['name'],
});

/** What a team of Linear has. @param rows key of the list */
const ofTeam = (title: string, rows: string): Locator => ({
	...ofLinear,
	name: `linear_${title.toLowerCase()}_id`,
	title,
	method: `linear${title}s`,
	list: `${LINEAR}/team_entities?team_id={team_id}`,
	rows,
	unlisted: `Linear lists no ${rows}`,
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
	// Without words the service lists none.
	list: `${LINEAR}/search_issue`,
	search: { list: `${LINEAR}/search_issue?q=` },
	rows: '',
	unlisted: 'Type words of the title to find an issue',
	label: ['title'],
	details: ['identifier', 'state.name'],
});

/** That an issue is linked with a conversation. */
export const linearLink = locator({
	...ofLinear,
	name: 'link_id',
	title: 'Link',
	method: 'linearLinks',
	list: `${LINEAR}/linked_issues?conversation_id={conversation_id}`,
	rows: '',
	unlisted: 'Linear lists no links',
	label: ['issue.title', 'title'],
	details: ['issue.identifier'],
});
