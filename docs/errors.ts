import { HINTS, MEANINGS } from '../nodes/shared/transport/errors';

interface Trouble {
	/** What n8n shows; `…` stands for what differs. */
	shows: string[];
	cause: string;
	remedy: string;
}

/** Texts that do not explain themselves: words of Chatwoot, and problems between n8n and Chatwoot. */
const troubles: Trouble[] = [
	{
		shows: [
			'You need to sign in or sign up before continuing.',
			'The token did not reach Chatwoot: it is empty, or a proxy drops its header (choose another Token Header)',
			'A proxy in front of Chatwoot drops the header …. Choose … as Token Header in the credential: the token works with it',
		],
		cause:
			'Chatwoot received no token. By default nginx, and Caddy since 2.6.4, drop header names with underscores.',
		remedy:
			'In the credential, choose `api-access-token` as _Token Header_. If it is chosen already, choose `api_access_token`. The error names the right one if the token works with it.',
	},
	{
		shows: [
			'A gateway in front of Chatwoot did not let the request through',
			'… is behind a gateway that did not let n8n through. …',
		],
		cause:
			'A gateway such as Cloudflare Access, a login page or basic authentication answered instead of Chatwoot.',
		remedy:
			'Enter the headers that it accepts in _Additional Headers_ of the credential: [gateways](credentials.md#a-gateway-in-front-of-chatwoot).',
	},
	{
		shows: [
			'API Access Token contains a blank or another character that no token has: copy it again',
			'Additional Headers entry …: …',
		],
		cause: 'The credential contains something that cannot be sent as a header.',
		remedy:
			'Copy the token again, or correct the entry. [Additional headers](credentials.md#a-gateway-in-front-of-chatwoot).',
	},
	{
		shows: [
			'Invalid Access Token',
			'The token is wrong: Chatwoot says "…". Copy it again from Profile Settings → Access Token',
		],
		cause: 'The token is mistyped, was reset, or belongs to another server.',
		remedy: 'Copy it again, from the server that the base URL leads to.',
	},
	{
		shows: ['You are not authorized to do this action'],
		cause: 'Chatwoot also answers 401 if the token is valid but its user lacks a right.',
		remedy:
			'The text below says who the token belongs to and what is missing. The page of [the resource](operations.md) says which operations require an administrator.',
	},
	{
		shows: [
			"This node does not work with a platform app's token",
			"An agent bot's token cannot do this",
			'Access to this endpoint is not authorized for bots',
		],
		cause: 'The token belongs to a platform app or an agent bot. Chatwoot calls both of them bots.',
		remedy: "Use a user's token: _Profile Settings → Access Token_.",
	},
	{
		shows: ['Invalid access_token', 'Non permissible resource'],
		cause:
			"The platform API only accepts a platform app's token, and shows an app only what it created or was granted access to.",
		remedy:
			"Create the app in _super admin console → Platform Apps_. All other nodes need a user's token.",
	},
	{
		shows: ["The token's user is in …, not in …: …", "The token's user is in …: …"],
		cause: 'The user is not a member of the account in the credential, or is a member of several.',
		remedy:
			'Enter one of the numbers as _Default Account ID_. If you set the account in each node, you can leave it empty: the credential works without a passed test.',
	},
	{
		shows: ['This token has no access to account …: …'],
		cause: "The token's user is not a member of the account in the node or the credential.",
		remedy: 'Choose one from the list of the field _Account_: it shows those of the user.',
	},
	{
		shows: ['… is not in account …: …', '… does not exist: …', 'Resource could not be found'],
		cause: 'No record has this ID there, it was deleted, or the token has no access to it.',
		remedy:
			'Check the ID. Often it is the ID of something else: a conversation has the one in the dashboard URL.',
	},
	{
		shows: ['Message … was not delivered to the customer (…): …'],
		cause: 'The channel refused the message. The words after the colon are those of its provider.',
		remedy:
			'Correct what they name. [Delivery](channels.md#delivery) says how long the node waits for the channel.',
	},
	{
		shows: [
			"… accepts no more messages, because the customer's last one is too old. …",
			'The contact must write first on this channel (…)',
		],
		cause: 'The channel only accepts messages for some time after one of the customer.',
		remedy:
			'Choose a template in _If the Window Is Closed_ if the channel has them: [closed window](channels.md#closed-window).',
	},
	{
		shows: [
			'This server does not know the endpoint: … does not exist, or this release or edition does not have the operation.',
		],
		cause: 'The server has no such endpoint: it is an older release, or the Community edition.',
		remedy:
			'See Needs on the page of [the resource](operations.md); [check your server](own-server.md) to see what works there.',
	},
	{
		shows: ['API access is not enabled for this account'],
		cause: "The plan of the account on the vendor's cloud does not include API access.",
		remedy:
			'Choose a plan that includes it (_Settings → Billing_). Until then the trigger receives nothing.',
	},
	{
		shows: [
			'… redirects elsewhere: enter the address that it redirects to',
			'Chatwoot redirects to …',
		],
		cause: 'The base URL has http but the server wants https, or it has another host name.',
		remedy:
			'Enter the address that it redirects to. Redirects are not followed, so that the token is not sent to another server.',
	},
	{
		shows: [
			'… answers, but it is not Chatwoot: check the base URL (without /app or /api)',
			'The address answered with a web page instead of data',
			'Chatwoot answered with text instead of data: …',
		],
		cause: 'The base URL leads to another program, a login page or a page of a proxy.',
		remedy: 'Open the base URL with `/api` added: it must show a version.',
	},
	{
		shows: [
			'The host name is unknown: …',
			'The host name could not be looked up: …',
			'Nothing answers at this address: …',
			'There is no route to this address: …',
		],
		cause: 'n8n cannot reach the server. Inside Docker, `localhost` is the container itself.',
		remedy:
			"Use the name of Chatwoot's container, or its public address. Behind a proxy: _Request Options → Proxy_.",
	},
	{
		shows: ['No reply arrived in time: …', 'The connection was closed before a reply arrived: …'],
		cause: 'The server, or a proxy in front of it, was busy, restarted or gave up.',
		remedy:
			'Raise _Request Options → Timeout_, or request less data. Requests that only read were already repeated: [retries](limits.md).',
	},
	{
		shows: [
			'Chatwoot could not be reached: …',
			'The server at this address does not speak HTTP: …',
		],
		cause: 'Usually a certificate that n8n does not trust, or https on an http port.',
		remedy:
			'The text below names the cause. Give n8n the certificate (`NODE_EXTRA_CA_CERTS`), or correct the address.',
	},
	{
		shows: ['Too many requests'],
		cause: 'HTTP 429: the server limits requests per minute, hour or day.',
		remedy: 'Lower _Request Options → Requests at Once_, or run less often: [limits](limits.md).',
	},
	{
		shows: ['Chatwoot answered with status … and gave no reason'],
		cause: 'Only the status is known. With 500 and above, the request may have been carried out.',
		remedy: 'Check the record before you run it again. The reason is in the server log.',
	},
	{
		shows: [
			'The … is …; the maximum is …',
			'The list has … rows; n8n accepts at most … from one item',
		],
		cause: 'More than n8n can hold in memory: [bounds](limits.md#bounds-of-a-reply).',
		remedy: 'Set a _Limit_, choose a shorter period, or let an export write a file.',
	},
	{
		shows: ['Chatwoot answered without the record'],
		cause: 'The reply reported success but was empty, or contained no record.',
		remedy:
			'Check whether the record exists before you run it again. A proxy may have cut the reply.',
	},
	{
		shows: [
			'The server answered with status … instead of a file: …',
			'There is a web page instead of a file at …',
			'… redirects into a private network: …',
		],
		cause: 'A URL in _File URLs_ or _Avatar File URL_ leads to no file that everybody can open.',
		remedy: 'Open it in a private window of a browser, and use the final URL of the file.',
	},
	{
		shows: ['Url has already been taken'],
		cause: 'The account already has a webhook with this URL, and Chatwoot allows only one.',
		remedy: 'Update that webhook. The trigger reuses its own entry by itself.',
	},
	{
		shows: [
			'The webhook could not be registered: …',
			'The webhook could not be checked: …',
			'The webhook could not be removed: …',
			'Chatwoot could not be polled: …',
		],
		cause: "Chatwoot's reason follows. Webhooks require an administrator.",
		remedy:
			'`WEBHOOK_URL` of n8n must be an address that the server can reach. If nothing can reach n8n, use [polling](polling.md).',
	},
	{
		shows: [
			'…. Set it and enable Options → Address Is Reachable, or give n8n a public address (WEBHOOK_URL)',
		],
		cause:
			'Since 4.14 Chatwoot does not call private addresses (`localhost`, `192.168…`, `http://n8n:5678`).',
		remedy:
			'Give n8n a public `WEBHOOK_URL`, or set `SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true` in the environment of Chatwoot and enable _Address Is Reachable_. If the trigger is active and nothing arrives: [what to check](trigger.md#active-and-nothing-comes).',
	},
	{
		shows: ['This node has no such operation. For a custom API call, use the HTTP Request node: …'],
		cause: 'n8n offers _Custom API Call_ in every node.',
		remedy:
			'In the HTTP Request node, choose _Predefined Credential Type → Customer Conversation API_.',
	},
];

/** Hints above the output of a node that found nothing, or saved something that will not work. */
const hints: Trouble[] = [
	{
		shows: [
			"… the token's user, … is an agent … and only sees conversations in ….",
			"… the token's user, … is in no inbox. Agents only see their inboxes, and the conversations in them.",
		],
		cause: 'The list is empty, and the token belongs to an agent, not to an administrator.',
		remedy: "Add the agent to the inbox, or use an administrator's token.",
	},
	{
		shows: [
			'A contact without an email, phone number and identifier is in no list, search or filter. Only its ID finds it.',
		],
		cause: 'Chatwoot only lists contacts that have one of the three.',
		remedy: 'Set one of them, or keep the ID of the contact.',
	},
	{
		shows: [
			'Only the text of messages was searched. To find conversations by name, phone number, email or ID, use Search → Search Conversations.',
		],
		cause: 'Conversation → Search and the _Search Text_ of Get Many only look at messages.',
		remedy: 'Use Search → Search Conversations.',
	},
	{
		shows: [
			'… is not a member of inbox … and cannot open its conversations, although Chatwoot assigns them. …',
		],
		cause: 'Chatwoot assigns conversations to agents who do not see the inbox.',
		remedy: 'Add the agent to the inbox, or choose one of its members.',
	},
	{
		shows: [
			'Chatwoot stored the label … as …, because that is how it was first stored on this server. …',
			'This token cannot read the labels of account …, so … may be spelled differently there. …',
		],
		cause:
			'Chatwoot ignores the case of labels. A contact shows a label as any account of the server first stored it; an agent bot cannot read how the account spells it.',
		remedy: 'Pick labels from the list, with the token of a user.',
	},
	{
		shows: [
			'Account … has no …. Chatwoot stores it, but its dashboard does not show it.',
			'The … should be …, not …. Chatwoot stores it nevertheless.',
		],
		cause: 'Chatwoot does not check custom attributes in JSON.',
		remedy: 'Use the columns, or the keys and values of the custom attributes in the settings.',
	},
	{
		shows: ['Only open conversations were searched. To find others, set Status.'],
		cause: 'Conversation → Get Many returns open conversations unless you set a status.',
		remedy: 'Set _Status_ to _All_ or to the status you need.',
	},
	{
		shows: [
			"Mine only finds conversations that are assigned to … the token's user.",
			"Mentions only finds conversations with a private note that mentions … the token's user.",
			"Participating only finds conversations with this participant: … the token's user.",
			"Chatwoot only lists … notifications of the token's user.",
		],
		cause: "These lists contain only what concerns the token's user.",
		remedy: 'Use the token of the user whose records you need.',
	},
	{
		shows: ['Account … has no … …', 'Account … has no … that this token has access to.'],
		cause: 'The list was filtered by an inbox, a label, an agent or a team that does not exist.',
		remedy: 'Pick it from the list, or check the spelling.',
	},
	{
		shows: [
			'… cannot be … and … at once. …',
			'… cannot have a value and no value at once. …',
			'No day is after … and before …: … leaves out both days.',
			'… is_greater_than … only finds later days, and today is … (UTC).',
		],
		cause: 'No record can meet these [conditions](filters.md#conditions).',
		remedy:
			'Join them with OR, or move a date by one day: the comparison leaves out the day itself.',
	},
	{
		shows: [
			'Chatwoot stores phone numbers like …: search for the digits after the country code, without spaces and the leading 0.',
			'The search distinguishes upper and lower case in identifiers: check the spelling.',
			'Contact … has the … …: upper and lower case must be the same.',
		],
		cause:
			'Chatwoot compares text: phone numbers as they are stored, identifiers also by upper and lower case. It ignores the case of names and emails.',
		remedy: 'Search for part of the number, such as `15112345678`, or correct the identifier.',
	},
	{
		shows: ['Not sent: ….', 'Not everything was sent: ….'],
		cause:
			'Message → Send Bot Reply found an agent in the conversation, or the same text, or one of its options prevented sending.',
		remedy:
			'Change the field that the hint names, or turn off [automatic assignment](trigger.md#a-bot-and-automatic-assignment).',
	},
	{
		shows: [
			"… is in an API inbox: Chatwoot calls the inbox's webhook with message_updated, not with message_created again. …",
		],
		cause: 'Message → Retry was accepted. Only your system can show whether it took the message.',
		remedy: 'Let your system also handle message_updated, or send a new message.',
	},
	{
		shows: [
			'Chatwoot had not handed over … after … seconds. …',
			'It could not be read whether … was handed over: … …',
			'The token may not read the conversation: neither the message nor its delivery was checked.',
		],
		cause: 'The message was sent, but it is not known whether the channel has it.',
		remedy:
			'Read the message later, or set a longer time in _Wait at Most_: [delivery](channels.md#delivery).',
	},
	{
		shows: [
			'… does not show all of this Markdown: …',
			'The customer does not see …: Chatwoot removes HTML from the text, and whole paragraphs that begin with a tag such as <p>. …',
			'The customer does not see which message is answered: …',
			'The customer does not see Text: Chatwoot sends its own words with the link to the CSAT survey.',
			'… returns the title of the option that the customer chooses, not its value.',
			'… was ignored: it only applies in email inboxes.',
			'Subject was ignored: … Only a new conversation gets a subject.',
			'Reply to All left out …: Chatwoot does not accept it as an email address.',
		],
		cause:
			'The channel, or Chatwoot on the way to it, changes or leaves out a part of the message.',
		remedy: 'Change the message, or leave it: [Channels](channels.md) says what each one shows.',
	},
	{
		shows: ['Email … had not left yet: it may be sent to the recipients of a later message.'],
		cause: 'Chatwoot sends an email to the people of the newest message in the conversation.',
		remedy: 'Look at the email in the conversation: [Emails](channels.md#emails).',
	},
	{
		shows: [
			'Since is later than Until, so nothing can be found …',
			'Since is in the future, so nothing can be found …',
			'The period begins in the future.',
			'Messages older than three months are not searched.',
		],
		cause: 'Nothing can be in this period.',
		remedy: 'Correct the dates. [Exports](reports.md#large-exports) also have older messages.',
	},
	{
		shows: [
			'A platform app only lists what it created, and what it was granted access to.',
			'The result is empty because the account feature … is disabled. …',
		],
		cause: 'The platform app has no access to the records, or the account lacks the feature.',
		remedy: 'Both are set in the super admin console.',
	},
	{
		shows: [
			'Chatwoot … does not call private addresses such as … unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment…',
		],
		cause:
			'A webhook, an agent bot, an API inbox, a macro or a rule was saved with a private address.',
		remedy:
			'Use a public address, or set the variable on the server: [what the service must reach](trigger.md#what-the-service-must-reach).',
	},
	{
		shows: [
			'Template … was not checked before it was sent: with this token Chatwoot lists no templates of its inbox. …',
		],
		cause: 'A template as JSON cannot be compared with the templates of the inbox.',
		remedy: 'Run _Inbox → Sync Templates_, or use the token of an agent in this inbox.',
	},
	{
		shows: [
			`Values of the template were changed, because they would not arrive as written: …. Line breaks, tabs and long runs of blanks became one blank; ' " < > became ’ ” ‹ ›.`,
		],
		cause:
			'WhatsApp refuses a template with these blanks, and Chatwoot removes these characters from its values.',
		remedy: 'Write each value in one line, with typographic quotation marks.',
	},
	{
		shows: ['The private address … only opens on that computer or in that network: …'],
		cause: 'The page of a dashboard app is loaded by the browser of each agent, not by Chatwoot.',
		remedy: 'Use an address that all agents can open.',
	},
];

const quoted = (text: string) => `\`${text}\``;

const rowsOf = (all: Trouble[]) =>
	all.map(({ shows, cause, remedy }) => [shows.map(quoted).join('<br>'), cause, remedy]);

/** The tables of docs/errors.md, by name. */
export const errorTables: Record<string, () => string[][]> = {
	troubles: () => [['n8n shows', 'Cause', 'What to do'], ...rowsOf(troubles)],
	hints: () => [['Hint', 'Cause', 'What to do'], ...rowsOf(hints)],
	'answers of the service': () => [
		['Chatwoot says', 'What it means'],
		...Object.entries(HINTS).map(([status, hint]) => [`HTTP ${status}`, hint]),
		...Object.entries(MEANINGS).map(([words, meaning]) => [quoted(words), meaning]),
	],
};
