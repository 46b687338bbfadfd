/** `npm run test:live`: runs our operations at a real server and reads back what it stored. */
import { randomInt } from 'node:crypto';
import { badInput } from '../nodes/shared/faults';
import { judged } from './operations';
import { accessOf, end, runProgram, type Access, type Outcome, type Program } from './options';
import { inN8n } from './n8n';
import { runOperation } from './node';
import { doorOf } from './door';
import { prove, type Finding, type Setting } from './prove';
import { countsOf, reportOf, WORDS } from './report';
import { scenarios, type Scenario } from './scenarios';
import { readServer, type Account } from './server';
import { proveTrigger } from './trigger';

const PROGRAM: Program = {
	name: 'test:live',
	does: 'Runs operations at a server and reads back, in another way, what it stored. It makes records of its own in the account, marked with live- and a number, and removes them at the end.',
	options: {
		'agent-token': {
			value: '…',
			variable: 'CHATWOOT_AGENT_TOKEN',
			hint: "An agent's token beside that of an administrator: what agents may not do is refused to it",
		},
		yes: { hint: 'Go ahead; without it the account is shown and nothing is done' },
		everything: {
			hint: 'Also what concerns more than its own records: mails go out, tokens are reset, a platform app can list its accounts no more',
		},
		n8n: {
			hint: 'Run each scenario as one workflow in a real n8n, which is installed here (minutes)',
		},
		only: {
			value: 'contact,label',
			hint: 'Only scenarios that run operations of these resources; trigger is one',
		},
		'webhook-url': {
			value: 'http://…',
			hint: 'Address under which the server can call this machine, for the trigger',
		},
		listen: { value: 'PORT', hint: "Port of this machine to which it leads, if not the address's" },
	},
};

const resourceOf = (operation: string) => operation.split('.')[1];

/** The scenarios that are about one of these resources; all where none is named. */
function chosen(names: string[]): Scenario[] {
	const all = scenarios();
	const run = all.flatMap(({ steps }) => steps.map((step) => resourceOf(step.run)));
	const known = new Set([...run, 'trigger']);
	const unknown = names.filter((name) => !known.has(name));
	if (unknown.length)
		throw badInput(
			`--only knows no ${unknown.join(', ')}: there are ${[...known].sort().join(', ')}`,
		);
	return names.length
		? all.filter(({ steps }) => steps.some(({ run }) => names.includes(resourceOf(run))))
		: all;
}

/** What is at stake, before anything is done. */
async function stake(access: Access, { id, name }: Account): Promise<string> {
	const { items } = await runOperation(access, 'account.conversation.getCounts', {
		options: { status: 'all' },
	});
	const [{ all_count: count = 'unknown' } = {}] = items;
	return `Account ${id} (${name ?? 'no name told'}) at ${access.root}, conversations: ${String(count)}`;
}

/** A line an operation, and below each that is wrong what was sent, expected and found. */
function matrix(findings: Finding[]): string {
	const width = Math.max(0, ...findings.map(({ operation }) => operation.length));
	const lines = findings.flatMap(
		({ operation, verdict, what, scenario, expected, found, sent }) => [
			`${operation.padEnd(width)}  ${WORDS[verdict]}${what ? `: ${what}` : ''}`,
			...(verdict === 'wrong'
				? [
						`    in      ${scenario}`,
						`    sent    ${(sent ?? []).join('\n            ')}`,
						`    wanted  ${JSON.stringify(expected) ?? 'no error'}`,
						`    found   ${JSON.stringify(found) ?? 'nothing'}`,
					]
				: []),
		],
	);
	const counts = countsOf(findings).map(([words, count]) => `${count} ${words}`);
	return [...lines, '', counts.join(', ')].join('\n');
}

/**
 * @param args of the command line
 * @param say progress
 * @param signal ends it: what was made is removed
 * @returns what to print, and the exit status: 1 where something is wrong, 2 where nothing was done
 */
export const testLive = async (
	args: string[],
	environment: NodeJS.ProcessEnv,
	say: (text: string) => void,
	signal?: AbortSignal,
): Promise<Outcome> =>
	await runProgram(PROGRAM, args, environment, async (given) => {
		const only = given.text('only').split(',').filter(Boolean);
		const list = chosen(only);
		const asked = accessOf(given);
		const server = await readServer(asked);
		const { account, token } = server;
		if (token.kind !== 'user' || !account)
			throw badInput("Give a user's token and --account: operations run in that account alone");
		const address = given.text('webhook-url');
		const door = await doorOf(address, given.text('listen'), server);
		const access = { ...asked, account: account.id };
		const here = await stake(access, account);
		if (!given.has('yes'))
			return {
				status: 2,
				text: `${here}\nNothing was done. Records are made and removed there with --yes.`,
			};
		say(here);
		const works = new Map(judged(server).map(({ id, why }) => [id, why]));
		const agentToken = given.text('agent-token');
		const agent = agentToken ? { ...access, token: agentToken } : undefined;
		const setting: Setting = {
			access,
			agent,
			begin: given.has('n8n') ? await inN8n(access, agent) : undefined,
			everything: given.has('everything'),
			whyNot: (id) => works.get(id),
			mark: `live-${randomInt(1_000_000, 9_999_999)}`,
			patience: 15_000,
			say,
			signal,
		};
		// First, as its port may be taken.
		const ofTrigger =
			!only.length || only.includes('trigger')
				? await proveTrigger({ ...setting, door, release: server.release })
				: [];
		const findings = [...(await prove(list, setting)), ...ofTrigger];
		return {
			status: findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0,
			text: given.has('json')
				? JSON.stringify(reportOf(server, findings, [address]), null, '\t')
				: matrix(findings),
		};
	});

async function main(): Promise<void> {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => {
			process.stderr.write('Stopping: what was made is removed\n');
			stop.abort();
		});
	const say = (text: string) => void process.stderr.write(`${text}\n`);
	end(await testLive(process.argv.slice(2), process.env, say, stop.signal));
}

if (require.main === module) void main();
