/** `npm run check:server`: what a server, a token and an account can do. It reads only. */
import { TOLERANCE } from '../nodes/CustomerConversationTrigger/sources/authenticity';
import { title } from '../nodes/shared/vocabulary/fields/fields';
import { TOKEN_HEADERS } from '../nodes/shared/transport/headers';
import { judged, type Judged } from './operations';
import { accessOf, end, runProgram, type Outcome, type Program } from './options';
import { reachOf, readServer, type Account, type Reach, type Server } from './server';

const PROGRAM: Program = {
	name: 'check:server',
	does: 'Tells what the nodes can do at a server with this token, and why not. It reads only.',
	options: {
		'webhook-url': {
			value: 'https://…',
			variable: 'WEBHOOK_URL',
			hint: "Address of n8n, for the trigger; without it n8n's own default, http://localhost:5678",
		},
		all: { hint: 'List every operation' },
	},
};

const EDITIONS = { community: 'Community', enterprise: 'Enterprise' };
const KINDS = { user: 'a user', bot: 'an agent bot', platform: 'a platform app' };

const WIDTH = 100;

/** Joins words into lines of at most this many characters. */
function wrapped(words: string[], width: number): string[] {
	const lines: string[] = [];
	for (const word of words) {
		const last = lines.at(-1);
		if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
		else lines[lines.length - 1] = `${last} ${word}`;
	}
	return lines;
}

function tokenIn({ token, platform }: Server): string {
	const { kind, name, role, customRole } = token;
	return [
		`of ${KINDS[kind]}`,
		name,
		role,
		customRole && `with the custom role ${customRole}, which may take more away`,
		platform && kind !== 'platform' && "and a platform app's beside it",
	]
		.filter(Boolean)
		.join(', ');
}

const named = ({ id, name }: Account) => `${id}${name ? ` (${name})` : ''}`;

function accountIn({ account, accounts = [] }: Server): string {
	if (account) return `${named(account)}${account.status === 'suspended' ? ', suspended' : ''}`;
	const some = accounts.length ? `: ${accounts.map(named).join(', ')}` : '';
	return `none named, give one with --account${some}`;
}

function clockIn({ clock }: Server): string {
	if (clock === undefined) return 'the server tells no date';
	if (clock === 0) return 'as here';
	const far = `${Math.abs(clock)} seconds ${clock > 0 ? 'ahead of' : 'behind'} this machine`;
	return Math.abs(clock) > TOLERANCE
		? `${far}: the trigger refuses signed deliveries that are ${TOLERANCE} seconds off. Set both clocks by NTP`
		: far;
}

const headerIn = ({ header }: Server) =>
	header === 'api_access_token'
		? `${header} gets through`
		: `api_access_token does not get through, ${header} does: a proxy drops names with underscores, as nginx does. Choose ${TOKEN_HEADERS[header]} as Token Header in the credential`;

const webhooksIn = ({ token }: Server, { why }: Reach) =>
	token.role === 'administrator'
		? why
		: `${why}. The trigger registers with an administrator's token alone`;

function featuresIn({ account }: Server): string {
	const { features } = account ?? {};
	if (!features) return account ? 'not open to this token' : 'of no account';
	return features.length ? features.map((feature) => title(feature)).join(', ') : 'none';
}

/** How often each reason, the most frequent first. */
function reasons(all: Judged[]): string {
	const counts = new Map<string, number>();
	for (const { why } of all) if (why) counts.set(why, (counts.get(why) ?? 0) + 1);
	return [...counts]
		.sort(([, one], [, other]) => other - one)
		.map(([why, count]) => `${why} (${count})`)
		.join('; ');
}

/** Groups of the same node or resource, in the order of the list. */
const groups = (all: Judged[], key: 'node' | 'resource'): Judged[][] =>
	[...new Set(all.map((one) => one[key]))].map((name) => all.filter((one) => one[key] === name));

const count = (all: Judged[]) => all.filter(({ works }) => works).length;

function operationLines(all: Judged[], isFull: boolean): string[] {
	const width = Math.max(...all.map(({ resource }) => resource.length));
	return groups(all, 'node').flatMap((ofNode) => [
		'',
		`${ofNode[0].node}: ${count(ofNode)} of ${ofNode.length} operations work`,
		...groups(ofNode, 'resource').flatMap((some) => [
			[
				`  ${some[0].resource.padEnd(width)}`,
				`${count(some)} of ${some.length}`.padEnd(8),
				reasons(some),
			]
				.join('  ')
				.trimEnd(),
			...(isFull
				? some.map(
						({ works, operation, why }) =>
							`    ${works ? 'yes' : 'no '}  ${operation}${why ? `: ${why}` : ''}`,
					)
				: []),
		]),
	]);
}

/** The result as text for people. */
function table(server: Server, reach: Reach, all: Judged[], isFull: boolean): string {
	const rows = {
		Server: server.url,
		Release: server.release ?? 'not told',
		Edition: server.edition ? EDITIONS[server.edition] : 'not known',
		Token: tokenIn(server),
		Account: accountIn(server),
		Header: headerIn(server),
		Clock: clockIn(server),
		Webhooks: webhooksIn(server, reach),
		'Features on': featuresIn(server),
	};
	const width = Math.max(...Object.keys(rows).map((name) => name.length));
	return [
		...Object.entries(rows).flatMap(([name, text]) =>
			wrapped(text.split(' '), WIDTH - width - 2).map(
				(line, index) => `${(index ? '' : name).padEnd(width)}  ${line}`,
			),
		),
		...operationLines(all, isFull),
	].join('\n');
}

/**
 * @param args of the command line
 * @returns what to print, and the exit status: 0, or 2 if nothing could be checked
 */
export const check = async (
	args: string[],
	environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> =>
	await runProgram(PROGRAM, args, environment, async (flags) => {
		const access = accessOf(flags);
		const server = await readServer(access);
		const reach = await reachOf(flags.text('webhook-url') || 'http://localhost:5678', server);
		const operations = judged(server);
		return {
			status: 0,
			text: flags.has('json')
				? JSON.stringify({ server, webhooks: reach, operations }, null, '\t')
				: table(server, reach, operations, flags.has('all')),
		};
	});

if (require.main === module) void check(process.argv.slice(2), process.env).then(end);
