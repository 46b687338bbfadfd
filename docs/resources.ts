/** What the page of a resource says in addition to what the nodes contain. */
interface Page {
	/** The operation that most people need: the page shows its panel, its input and an output item. */
	main: string;
	/** What it is in Chatwoot, in one or two sentences. */
	is: string;
	/** Further operations shown with input and output. */
	also?: string[];
	/** The name of the case that shows an operation, if it is not `least`. */
	cases?: Record<string, string>;
	/** The page in docs/ with more about it. */
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
			is: 'A customer or visitor, with name, email address, phone number, labels and custom attributes.',
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
			is: 'Figures of a period: how many conversations and messages there were, and how fast your team answered, by agent, team, inbox, label or channel.',
			also: ['getSummary', 'downloadAgents'],
			cases: { getAgentSummary: 'beside the month before', downloadAgents: 'as a file' },
			guide: 'reports.md',
		},
		search: {
			main: 'conversations',
			is: 'The search of the dashboard: it finds conversations, messages, contacts and articles that contain a word.',
		},
		export: {
			main: 'conversations',
			is: 'All conversations, messages, contacts or ratings of a period as rows with the same columns, as items or in one file.',
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
			is: 'A file that you store in Chatwoot once and use in messages or articles later.',
			guide: 'files.md',
		},
	},
	CustomerConversationSendAndWait: {
		question: {
			main: 'sendAndWait',
			is: 'A question to the team or to a customer in a conversation. The workflow waits for the response.',
			guide: 'waiting.md',
		},
	},
	CustomerConversationAdmin: {
		inbox: {
			main: 'create',
			is: 'A channel in which customers write to you: a website, email, WhatsApp, SMS, or your own API inbox.',
			also: ['getAll'],
		},
		agent: {
			main: 'create',
			is: 'A person who works in the account, as an agent or administrator.',
			also: ['getAll'],
		},
		team: {
			main: 'create',
			is: 'A group of agents to whom you can assign conversations.',
			cases: { create: 'full' },
		},
		label: {
			main: 'create',
			is: 'A word with a color that marks conversations and contacts.',
			cases: { create: 'full' },
		},
		cannedResponse: {
			main: 'create',
			is: 'A prepared text that agents insert into a message by its short code.',
		},
		automationRule: {
			main: 'create',
			is: 'A rule that Chatwoot runs by itself: when an event happens and the conditions are met, it runs the actions.',
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
			is: 'A field that you add to contacts, conversations or companies.',
			cases: { create: 'full' },
		},
		customFilter: {
			main: 'create',
			is: "A list of conditions that Chatwoot keeps as a saved view in the user's dashboard.",
			guide: 'filters.md',
		},
		agentBot: {
			main: 'create',
			is: 'A bot of the account: it receives the messages of its inboxes at one URL and answers with its own token.',
			guide: 'trigger.md',
		},
		webhook: {
			main: 'create',
			is: 'A URL that Chatwoot calls when something happens in the account. The trigger registers its own webhook.',
			guide: 'trigger.md',
		},
		account: { main: 'get', is: 'The account itself: name, language, settings and features.' },
		profile: {
			main: 'get',
			is: 'The user whose token is in the credential: name, availability, accounts.',
			also: ['setAvailability'],
		},
		notification: {
			main: 'getAll',
			is: "A notification for the token's user, such as a new assignment or a mention.",
		},
	},
	CustomerConversationHelpCenter: {
		article: {
			main: 'upsert',
			is: 'A text in the help center. It belongs to a portal and a category and has a language and a status.',
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
			is: 'A message to many people: to visitors while they are on a website, or once by SMS or WhatsApp to all contacts with a label.',
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
			is: 'Issues in Linear that are linked to conversations.',
			guide: 'integrations.md',
		},
		integration: {
			main: 'connect',
			is: 'The apps that the server offers, and the connections of the account to them.',
			also: ['getAll'],
			guide: 'integrations.md',
		},
		dashboardApp: {
			main: 'create',
			is: 'A web page that the dashboard shows next to a conversation.',
			guide: 'integrations.md',
		},
		meeting: {
			main: 'create',
			is: 'A video meeting in a conversation, with Dyte (Cloudflare).',
			guide: 'integrations.md',
		},
		notion: {
			main: 'disconnect',
			is: "The account's connection to Notion.",
			guide: 'integrations.md',
		},
		shopify: {
			main: 'getOrders',
			is: 'The orders of a contact in Shopify.',
			guide: 'integrations.md',
		},
		slack: {
			main: 'setChannel',
			is: 'The Slack channel in which Chatwoot posts conversations.',
			also: ['getChannels'],
			guide: 'integrations.md',
		},
	},
	CustomerConversationCaptain: {
		assistant: {
			main: 'ask',
			is: 'An AI assistant of Captain that answers customers in the inboxes it is connected to.',
			also: ['create'],
			guide: 'captain.md',
		},
		faq: {
			main: 'upsert',
			is: 'A question and its answer, which an assistant uses to answer customers.',
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
			is: 'A URL that an assistant can call to look something up.',
			cases: { create: 'full' },
			guide: 'captain.md',
		},
		task: {
			main: 'summarize',
			is: 'A text that Captain writes for an agent: a summary, a reply, a better wording, labels.',
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
			is: 'Settings of Captain in the account: its AI models, and which features are enabled.',
			guide: 'captain.md',
		},
	},
	CustomerConversationPolicies: {
		slaPolicy: {
			main: 'create',
			is: 'A service level: how long the first response, each next response and the resolution may take.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		appliedSla: {
			main: 'getAll',
			is: 'Conversations that missed a service level, and how often your team met service levels.',
			also: ['getMetrics'],
			guide: 'policies.md',
		},
		customRole: {
			main: 'create',
			is: 'A role that you define for agents, with its permissions.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		assignmentPolicy: {
			main: 'create',
			is: 'A policy that says how Chatwoot assigns new conversations of an inbox to its agents.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		agentCapacityPolicy: {
			main: 'create',
			is: 'A policy that says how many conversations an agent may have at once in each inbox.',
			cases: { create: 'full' },
			guide: 'policies.md',
		},
		auditLog: {
			main: 'getAll',
			is: 'A record of who changed what in the account, and when.',
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
			is: 'A message that the customer writes or reads in an API inbox.',
			guide: 'platform-and-client.md',
		},
		contact: {
			main: 'create',
			is: 'The customer in an API inbox, identified by a source ID.',
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
			is: 'What a customer can read about an API inbox: name, opening hours, settings.',
			guide: 'platform-and-client.md',
		},
	},
};

/**
 * Name of the page of a resource, and of its pictures: the key of the resource. If an earlier node has
 * a resource with the same key, the name of the node comes first, as in `platform-account`.
 */
export function nameOfPage(node: string, resource: string): string {
	const first = Object.keys(about).find((one) => Object.hasOwn(about[one], resource));
	const word = node.replace('CustomerConversation', '').toLowerCase();
	return first === node ? resource : `${word}-${resource}`;
}
