import { HINTS, MEANINGS } from '../nodes/shared/transport/errors';

interface Trouble {
	/** What n8n shows; `…` is what is filled in. */
	shows: string[];
	cause: string;
	remedy: string;
}

/** What the text itself does not explain: words of the service, and what lies between n8n and it. */
export const troubles: Trouble[] = [
	{
		shows: [
			'You need to sign in or sign up before continuing.',
			'The token did not reach Chatwoot: it is empty, or a proxy drops the header (choose the header spelling with hyphens)',
		],
		cause: 'No token reached the service: nginx drops header names with underscores.',
		remedy: 'In the credential choose the header spelling `api-access-token`.',
	},
	{
		shows: [
			'Invalid Access Token',
			'The token is wrong: Chatwoot says "…". Copy it again from Profile Settings → Access Token',
		],
		cause: 'The token is mistyped, was reset, or is of another server.',
		remedy: 'Copy it again, from the account that the base URL leads to.',
	},
	{
		shows: ['You are not authorized to do this action'],
		cause: 'The service answers 401 where a right is missing, too.',
		remedy:
			"The text below says whose the token is and what it lacks. The page of [the resource](operations.md) says where an administrator's token is needed.",
	},
	{
		shows: ['Access to this endpoint is not authorized for bots'],
		cause: 'It is the token of a bot or of a platform app; the text below says which.',
		remedy: "Use a user's token: _Profile Settings → Access Token_.",
	},
	{
		shows: ['Invalid access_token', 'Non permissible resource'],
		cause:
			'The platform API takes the token of a platform app alone, and shows an app what it made or was granted.',
		remedy:
			'Make the app at _super admin console → Platform Apps_; the account node takes the token of a user.',
	},
	{
		shows: ["The token's user is in …, not in …: …", "The token's user is in …: …"],
		cause: "The credential names an account that is not the user's, or the user has several.",
		remedy:
			'Enter one of the numbers as _Default Account ID_. Whoever names the account in each node may leave it empty: a credential works without a passed test.',
	},
	{
		shows: ['This token has no access to account …: …'],
		cause: "The token's user is not in the account of the field _Account_, or of the credential.",
		remedy: 'Choose one from the list of the field: it has those that are open.',
	},
	{
		shows: ['… is not in account …: …', '… does not exist: …', 'Resource could not be found'],
		cause: 'Nothing has this number there, it was deleted, or the token may not see it.',
		remedy:
			'Look at the number. Often it is of another kind: a conversation has the one that the dashboard shows.',
	},
	{
		shows: [
			'This server does not know the endpoint: … does not exist, or this release or edition does not have the operation.',
		],
		cause: '404 for the whole address: an older release, or the Community edition.',
		remedy:
			'Look at Needs on the page of [the resource](operations.md); [what works at your own server](own-server.md) tells what this one has.',
	},
	{
		shows: ['API access is not enabled for this account'],
		cause: "The plan of the account, on the vendor's cloud, has no API access.",
		remedy:
			'Choose a plan that has it (_Settings → Billing_). The trigger will hear nothing until then.',
	},
	{
		shows: [
			'… redirects elsewhere: enter the address that it redirects to',
			'Chatwoot redirects to …',
		],
		cause: 'The base URL has http where the server wants https, or another host name.',
		remedy:
			'Enter the address that it leads to. Redirects are not followed, so that the token stays at its origin.',
	},
	{
		shows: [
			'… answers, but it is not Chatwoot: check the base URL (without /app or /api)',
			'The address answered with a web page instead of data',
			'Chatwoot answered with text instead of data: …',
		],
		cause: "The base URL leads to another program, a log-in page or a proxy's own page.",
		remedy: 'The address with `/api` behind it must show a version.',
	},
	{
		shows: [
			'The host name is unknown: …',
			'The host name could not be looked up: …',
			'Nothing answers at this address: …',
			'There is no route to this address: …',
		],
		cause: 'n8n does not reach the server. Inside Docker `localhost` is the container itself.',
		remedy:
			"Use the name of the service's container, or its public address. Behind a proxy: _Request Options → Proxy_.",
	},
	{
		shows: ['No reply arrived in time: …', 'The connection was closed before a reply arrived: …'],
		cause: 'The server or a proxy before it was busy or restarted, or gave up.',
		remedy:
			'Raise _Request Options → Timeout_, or ask for less. What only reads was already tried again: [retries](limits.md).',
	},
	{
		shows: [
			'Chatwoot could not be reached: …',
			'The server at this address does not speak HTTP: …',
		],
		cause: 'Mostly a certificate that n8n does not trust, or https at a port of http.',
		remedy:
			'The cause stands below. Give n8n the certificate (`NODE_EXTRA_CA_CERTS`), or correct the address.',
	},
	{
		shows: ['Too many requests: the service allows …: …', 'Too many requests: …'],
		cause: '429: the server limits requests per minute, hour or day.',
		remedy: 'Lower _Request Options → Requests at Once_, or run less often: [limits](limits.md).',
	},
	{
		shows: ['Chatwoot answered with status … and gave no reason'],
		cause: 'Only the status is known. After 500 and more the work may have been done.',
		remedy:
			"Look at the record before you run it again. The reason stands in the server's own log.",
	},
	{
		shows: [
			'The … has …, at most … are fetched',
			'The list has … rows; n8n accepts at most … from one item',
		],
		cause: 'More than n8n can hold in memory: [bounds](limits.md#bounds-of-a-reply).',
		remedy: 'Set a _Limit_, choose a shorter period, or let an export write a file.',
	},
	{
		shows: ['Chatwoot answered without the record'],
		cause: 'A reply of success was empty, or held no record.',
		remedy:
			'Look whether the record is there before you run it again. A proxy may have cut the reply.',
	},
	{
		shows: ['Url has already been taken'],
		cause: 'The account has a webhook with this address, and the service takes none twice.',
		remedy: 'Update that one. The trigger takes its own entry over by itself.',
	},
	{
		shows: [
			'The webhook could not be registered: …',
			'The webhook could not be checked: …',
			'The webhook could not be removed: …',
			'Chatwoot could not be polled: …',
		],
		cause: "What follows is the service's reason. A webhook is an administrator's to make.",
		remedy:
			'`WEBHOOK_URL` of n8n must be an address that the server can reach. Where nothing can reach n8n: [polling](polling.md).',
	},
	{
		shows: [
			'…. Set it and enable Options → Address Is Reachable, or give n8n a public address (WEBHOOK_URL)',
		],
		cause:
			'Chatwoot 4.14 and newer calls no private address (`localhost`, `192.168…`, `http://n8n:5678`).',
		remedy:
			'Give n8n a public `WEBHOOK_URL`, or set `SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true` at the service and switch on _Address Is Reachable_. Where the trigger is active and nothing comes: [what to look at](trigger.md#active-and-nothing-comes).',
	},
	{
		shows: ['This node has no such operation. For a custom API call use the HTTP Request node: …'],
		cause: '_Custom API Call_ is offered by n8n in every node.',
		remedy:
			'In the HTTP Request node choose _Predefined Credential Type → Customer Conversation API_.',
	},
];

const quoted = (text: string) => `\`${text}\``;

/** The tables of docs/errors.md, by name. */
export const errorTables: Record<string, () => string[][]> = {
	troubles: () => [
		['n8n shows', 'Cause', 'What to do'],
		...troubles.map(({ shows, cause, remedy }) => [shows.map(quoted).join('<br>'), cause, remedy]),
	],
	'answers of the service': () => [
		['The service says', 'What it means'],
		...Object.entries(HINTS).map(([status, hint]) => [`HTTP ${status}`, hint]),
		...Object.entries(MEANINGS).map(([words, meaning]) => [quoted(words), meaning]),
	],
};
