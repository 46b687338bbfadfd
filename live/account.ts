import { randomInt } from 'node:crypto';
import { badInput } from '../nodes/shared/faults';
import { runOperation } from './node';
import { judged } from './operations';
import { accessOf, end, type Access, type Flags, type Option, type Outcome } from './options';
import type { Setting } from './prove';
import { scenarios, type Scenario } from '../truth/scenarios';
import { readServer, type Account, type Server } from './server';
import { watched, type Exchange } from './watch';

/** Options of the programs that run scenarios in an account. */
export const SCENARIO_OPTIONS: Record<string, Option> = {
	'agent-token': {
		value: '…',
		variable: 'CHATWOOT_AGENT_TOKEN',
		hint: "An agent's token beside that of an administrator: what agents may not do is refused to it",
	},
	yes: { hint: 'Go ahead; without it the account is shown and nothing is done' },
	everything: {
		hint: 'Also what concerns more than its own records: mails go out, tokens are reset, a platform app can list its accounts no more',
	},
	only: { value: 'contact,label', hint: 'Only scenarios that run operations of these resources' },
};

const resourceOf = (operation: string) => operation.split('.')[1];

/** The scenarios about one of these resources; all if none is named. */
function chosen(names: string[], others: string[]): Scenario[] {
	const all = scenarios();
	const run = all.flatMap(({ steps }) => steps.map((step) => resourceOf(step.run)));
	const known = new Set([...run, ...others]);
	const unknown = names.filter((name) => !known.has(name));
	if (unknown.length)
		throw badInput(
			`--only knows no ${unknown.join(', ')}: there are ${[...known].sort().join(', ')}`,
		);
	return names.length
		? all.filter(({ steps }) => steps.some((step) => names.includes(resourceOf(step.run))))
		: all;
}

/** One line about the account that will be changed. */
async function stake(access: Access, { id, name }: Account): Promise<string> {
	const { items } = await runOperation(access, 'account.conversation.getCounts', {
		options: { status: 'all' },
	});
	const [{ all_count: count = 'unknown' } = {}] = items;
	return `Account ${id} (${name ?? 'no name told'}) at ${access.root}, conversations: ${String(count)}`;
}

/** What a program has to do, and in which account. */
export interface Work {
	server: Server;
	/** Resources that were named with `--only`; empty for all. */
	only: string[];
	/** The requests that read the server, and their replies. */
	serverExchanges: Exchange[];
	list: Scenario[];
	setting: Setting;
}

/**
 * Shows the account, and works in it if `--yes` was given.
 * @param say progress
 * @param signal stops it; the records that it created are removed
 * @param others names that `--only` accepts in addition to resources
 */
export async function inAccount(
	flags: Flags,
	say: (text: string) => void,
	signal: AbortSignal | undefined,
	act: (work: Work) => Promise<Outcome>,
	others: string[] = [],
): Promise<Outcome> {
	const only = flags.text('only').split(',').filter(Boolean);
	const list = chosen(only, others);
	const [{ server, access, here }, serverExchanges] = await watched(async () => {
		const typed = accessOf(flags);
		const found = await readServer(typed);
		const { account, token } = found;
		if (token.kind !== 'user' || !account)
			throw badInput("Give a user's token and --account: operations run in that account alone");
		const resolved = { ...typed, account: account.id, header: found.header };
		return { server: found, access: resolved, here: await stake(resolved, account) };
	});
	if (!flags.has('yes'))
		return {
			status: 2,
			text: `${here}\nNothing was done. Records are made and removed there with --yes.`,
		};
	say(here);
	const works = new Map(judged(server).map(({ id, why }) => [id, why]));
	const agentToken = flags.text('agent-token');
	return await act({
		server,
		only,
		serverExchanges,
		list,
		setting: {
			access,
			agent: agentToken ? { ...access, token: agentToken } : undefined,
			everything: flags.has('everything'),
			whyNot: (id) => works.get(id),
			mark: `live-${randomInt(1_000_000, 9_999_999)}`,
			patience: 15_000,
			say,
			signal,
		},
	});
}

/** A program that works in an account. @returns what to print, and the exit status */
export type Worker = (
	args: string[],
	environment: NodeJS.ProcessEnv,
	say: (text: string) => void,
	signal?: AbortSignal,
) => Promise<Outcome>;

/** Runs a program as a command: progress is written to stderr, Ctrl-C removes the created records. */
export async function command(program: Worker): Promise<void> {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => {
			process.stderr.write('Stopping: what was made is removed\n');
			stop.abort();
		});
	const say = (text: string) => void process.stderr.write(`${text}\n`);
	end(await program(process.argv.slice(2), process.env, say, stop.signal));
}
