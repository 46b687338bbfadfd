/** What the page of a resource says that the nodes do not say of themselves. */
interface Page {
	/** The operation that people come for: its panel is shown, and an item in and out. */
	main: string;
	/** What it is at the service, in one sentence. */
	is: string;
	/** Further operations with an item in and out. */
	also?: string[];
	/** The cases that show an operation, where they are not its least ones. */
	cases?: Record<string, string>;
	/** The page of docs/ that tells more. */
	guide?: string;
}

/** By node and resource. */
export const about: Record<string, Record<string, Page>> = {
	CustomerConversation: {
		conversation: {
			main: 'assign',
			is: 'A conversation with a customer in one inbox: its messages, status, assignee, team, priority and labels.',
			also: ['get', 'filter', 'addLabels'],
			cases: { filter: 'a moment as the date' },
			guide: 'filters.md',
		},
		contact: {
			main: 'upsert',
			is: 'A customer or visitor, with name, e-mail address, phone number, labels and custom attributes.',
			also: ['find', 'getNotes'],
			cases: { upsert: 'what is already so is not sent', find: 'by phone number' },
			guide: 'filters.md',
		},
		message: {
			main: 'send',
			is: 'A message in a conversation: from the customer, to the customer, or a private note that only the team reads.',
			also: ['createPrivateNote', 'sendToContact'],
			guide: 'files.md',
		},
		report: {
			main: 'getAgentSummary',
			is: 'Figures of a period: how many conversations and messages there were, and how fast they were answered, by agent, team, inbox, label or channel.',
			also: ['getSummary', 'downloadAgents'],
			cases: { getAgentSummary: 'beside the month before', downloadAgents: 'as a file' },
			guide: 'reports.md',
		},
		search: {
			main: 'conversations',
			is: 'The search of the dashboard: conversations, messages, contacts and articles that have a word.',
		},
		export: {
			main: 'conversations',
			is: 'All records of one kind as flat rows with the same columns, as items or as one file.',
			also: ['messages'],
			guide: 'reports.md',
		},
		csat: {
			main: 'getAll',
			is: 'The ratings that customers give after a conversation (customer satisfaction).',
			also: ['getMetrics'],
			guide: 'reports.md',
		},
		file: {
			main: 'upload',
			is: 'A file that is stored at the service once and used in messages or articles later.',
			guide: 'files.md',
		},
	},
	CustomerConversationAdmin: {
		inbox: {
			main: 'create',
			is: 'A channel in which customers write: a website, e-mail, WhatsApp, SMS, or an API inbox of your own.',
			also: ['getAll'],
		},
		agent: {
			main: 'create',
			is: 'A person who works in the account, as agent or administrator.',
			also: ['getAll'],
		},
		team: {
			main: 'create',
			is: 'A group of agents that conversations are assigned to.',
			cases: { create: 'full' },
		},
		label: {
			main: 'create',
			is: 'A word with a color that is put on conversations and contacts.',
			cases: { create: 'full' },
		},
		cannedResponse: {
			main: 'create',
			is: 'A ready text that agents insert into a message by its short code.',
		},
		automationRule: {
			main: 'create',
			is: 'A rule that the service runs by itself: when an event comes and the conditions fit, it does the actions.',
			cases: { create: 'full' },
			guide: 'filters.md',
		},
		macro: {
			main: 'create',
			is: 'A list of actions that an agent runs on a conversation with one click. **Conversation → Run Macro** runs it from a workflow.',
			guide: 'rows.md',
		},
		customAttribute: {
			main: 'create',
			is: 'A field of your own for contacts, conversations or companies.',
			cases: { create: 'full' },
		},
		customFilter: {
			main: 'create',
			is: "A list of conditions that is kept as a saved view in the user's dashboard.",
			guide: 'filters.md',
		},
		agentBot: {
			main: 'create',
			is: 'A bot of the account: it gets the messages of its inboxes at one address and answers with a token of its own.',
			guide: 'trigger.md',
		},
		webhook: {
			main: 'create',
			is: 'An address that the service calls when something happens in the account. The trigger makes its own.',
			guide: 'trigger.md',
		},
		account: { main: 'get', is: 'The account itself: name, language, settings and features.' },
		profile: {
			main: 'get',
			is: 'The user whose token the credential has: name, availability, accounts.',
			also: ['setAvailability'],
		},
		notification: {
			main: 'getAll',
			is: "What the service tells the token's user, such as a new assignment or a mention.",
		},
	},
	CustomerConversationHelpCenter: {
		article: {
			main: 'upsert',
			is: 'A text of the help center, in a portal and a category, with a language and a status.',
			also: ['getAll'],
			cases: { upsert: 'full', getAll: 'full' },
			guide: 'help-center.md',
		},
		category: {
			main: 'create',
			is: 'A group of articles in one language of a portal.',
			cases: { create: 'full' },
			guide: 'help-center.md',
		},
		portal: {
			main: 'create',
			is: 'A help center as customers see it: a site with an address, languages, categories and articles.',
			guide: 'help-center.md',
		},
	},
	CustomerConversationCompanies: {
		company: {
			main: 'upsert',
			is: 'A company that contacts belong to.',
			also: ['getContacts'],
			cases: { upsert: 'full' },
			guide: 'companies.md',
		},
		campaign: {
			main: 'create',
			is: 'A message to many: to visitors of a website while they are there, or once to all contacts with a label by SMS or WhatsApp.',
			cases: { create: 'one-off' },
			guide: 'campaigns.md',
		},
		dataImport: {
			main: 'getAll',
			is: 'An import of contacts and conversations from another service, with what was imported, what was skipped and what failed.',
		},
	},
	CustomerConversationIntegrations: {
		linear: {
			main: 'createIssue',
			is: 'Issues at Linear that are linked with conversations.',
			guide: 'integrations.md',
		},
		integration: {
			main: 'connect',
			is: 'The apps that the server offers, and the connections that the account has with them.',
			also: ['getAll'],
			guide: 'integrations.md',
		},
		dashboardApp: {
			main: 'create',
			is: 'A web page of your own that the dashboard shows beside a conversation.',
			guide: 'integrations.md',
		},
		meeting: {
			main: 'create',
			is: 'A video meeting in a conversation, by Dyte (Cloudflare).',
			guide: 'integrations.md',
		},
		notion: {
			main: 'disconnect',
			is: "The account's connection with Notion.",
			guide: 'integrations.md',
		},
		shopify: {
			main: 'getOrders',
			is: 'Orders that a contact has at Shopify.',
			guide: 'integrations.md',
		},
		slack: {
			main: 'setChannel',
			is: 'The channel at Slack in which conversations are posted.',
			also: ['getChannels'],
			guide: 'integrations.md',
		},
	},
	CustomerConversationCaptain: {
		assistant: {
			main: 'ask',
			is: 'An AI assistant of Captain that answers customers in the inboxes it is connected with.',
			also: ['create'],
			guide: 'captain.md',
		},
		faq: {
			main: 'upsert',
			is: 'A question and its answer, from which an assistant answers.',
			guide: 'captain.md',
		},
		document: {
			main: 'create',
			is: 'A web page or PDF file from which an assistant learns.',
			guide: 'captain.md',
		},
		scenario: {
			main: 'create',
			is: 'An instruction for one kind of question that an assistant follows, with the tools it may use.',
			guide: 'captain.md',
		},
		customTool: {
			main: 'create',
			is: 'A web address that an assistant may call to look something up.',
			cases: { create: 'full' },
			guide: 'captain.md',
		},
		task: {
			main: 'summarize',
			is: 'What Captain writes for an agent: a summary, a reply, a better wording, labels.',
			also: ['suggestReply'],
			guide: 'captain.md',
		},
		copilot: {
			main: 'createThread',
			is: 'A chat between an agent and an assistant, next to a conversation.',
			guide: 'captain.md',
		},
		preference: {
			main: 'get',
			is: "Settings of Captain in the account: its AI models, and which features are enabled.",
			guide: 'captain.md',
		},
	},
	CustomerConversationPolicies: {
		slaPolicy: {
			main: 'create',
			is: 'A service level: how long the first response, the next one and the resolution may take.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		appliedSla: {
			main: 'getAll',
			is: 'Conversations that missed a service level, and how often service levels were kept.',
			also: ['getMetrics'],
			guide: 'policies.md',
		},
		customRole: {
			main: 'create',
			is: 'A role of your own for agents, with the rights it has.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		assignmentPolicy: {
			main: 'create',
			is: 'How new conversations of an inbox are assigned to its agents.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		agentCapacityPolicy: {
			main: 'create',
			is: 'How many conversations an agent may have at once, by inbox.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		auditLog: {
			main: 'getAll',
			is: 'Who changed what in the account, and when.',
			guide: 'policies.md',
		},
		call: { main: 'getAll', is: 'Voice calls with customers.', guide: 'policies.md' },
	},
	CustomerConversationPlatform: {
		account: {
			main: 'provision',
			is: 'An account on your own server, with its users.',
			also: ['create'],
			guide: 'platform-and-client.md',
		},
		user: {
			main: 'create',
			is: 'A person who can log in at your own server.',
			also: ['getLoginLink'],
			guide: 'platform-and-client.md',
		},
		agentBot: {
			main: 'create',
			is: 'A bot that your platform app owns.',
			guide: 'platform-and-client.md',
		},
	},
	CustomerConversationClient: {
		conversation: {
			main: 'create',
			is: "A conversation in an API inbox, from the customer's side.",
			guide: 'platform-and-client.md',
		},
		message: {
			main: 'send',
			is: 'A message that the customer writes in an API inbox, or reads there.',
			guide: 'platform-and-client.md',
		},
		contact: {
			main: 'create',
			is: 'The customer in an API inbox, known there by a source identifier.',
			guide: 'platform-and-client.md',
		},
		csatSurvey: {
			main: 'rate',
			is: 'The survey after a conversation, as the customer answers it.',
			guide: 'platform-and-client.md',
		},
		helpCenter: {
			main: 'getArticles',
			is: 'The public pages of a help center, without a token.',
			also: ['getArticle'],
			guide: 'platform-and-client.md',
		},
		inbox: {
			main: 'get',
			is: 'What an API inbox tells a customer: name, opening hours, settings.',
			guide: 'platform-and-client.md',
		},
	},
};

/**
 * Name of the page of a resource, and of its pictures: that of the resource. Where an earlier node has
 * one of that name, the node's own word stands before it, as in `platform-account`.
 */
export function nameOfPage(node: string, resource: string): string {
	const first = Object.keys(about).find((one) => Object.hasOwn(about[one], resource));
	const word = node.replace('CustomerConversation', '').toLowerCase();
	return first === node ? resource : `${word}-${resource}`;
}
