import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badInput } from '../nodes/shared/faults';
import manifest from '../package.json';
import { releasesIn } from '../truth/recordings';
import { NOT_KEPT, type Finding, type Verdict } from './prove';
import type { Server } from './server';

/** The words for each verdict, in the order of a report. */
export const WORDS: Record<Verdict, string> = {
	right: 'right',
	refused: 'refused, as it must be',
	impossible: 'not possible here',
	untried: 'not tried',
	wrong: 'WRONG',
};

const VERDICTS = Object.keys(WORDS) as Verdict[];

export type Counts = Record<Verdict, number>;

export type Verdicts = Record<string, Verdict>;

export const verdictsOf = (findings: Finding[]): Verdicts =>
	Object.fromEntries(findings.map(({ operation, verdict }) => [operation, verdict]));

/** Findings about the trigger and polling are not about operations. */
export const isTriggerCheck = (id: string) => /^(trigger|polling)\./.test(id);

/** How many operations, and how many checks of triggers and polling, have each verdict. */
export function countsOf(verdicts: Verdicts): Record<'operations' | 'checks', Counts> {
	const count = (all: Array<[string, Verdict]>) =>
		Object.fromEntries(
			VERDICTS.map((verdict) => [verdict, all.filter(([, found]) => found === verdict).length]),
		) as Counts;
	const all = Object.entries(verdicts);
	return {
		operations: count(all.filter(([id]) => !isTriggerCheck(id))),
		checks: count(all.filter(([id]) => isTriggerCheck(id))),
	};
}

/** In words, for the end of a report. */
export const countsInWords = (counts: Counts): string =>
	VERDICTS.map((verdict) => `${counts[verdict]} ${WORDS[verdict]}`).join(', ');

/** What `test:live --json` prints. */
export interface Report {
	/** ISO time. */
	date: string;
	/** Without its address, and without names. */
	server: Pick<Server, 'release' | 'edition' | 'platform'> & { role?: string; features?: string[] };
	/** With the requests only if the verdict is wrong. */
	findings: Finding[];
}

/** @param addresses to remove from it, in addition to the server's */
export function reportOf(server: Server, findings: Finding[], addresses: string[] = []): Report {
	const { release, edition, platform, token, account } = server;
	const report: Report = {
		date: new Date().toISOString(),
		server: { release, edition, role: token.role, platform, features: account?.features },
		findings: findings.map(({ sent, ...finding }) =>
			finding.verdict === 'wrong' ? { ...finding, sent } : finding,
		),
	};
	const hosts = [server.url, ...addresses].filter(Boolean).flatMap((address) => {
		const { host, hostname } = new URL(address);
		return [host, hostname];
	});
	const names = [token.name, account?.name];
	const hidden = (_: string, value: unknown): unknown => {
		if (typeof value !== 'string') return value;
		if (names.includes(value)) return '***';
		return hosts.reduce((text, host) => text.replaceAll(host, '***'), value);
	};
	return JSON.parse(JSON.stringify(report, hidden)) as Report;
}

/** What `test:live --keep` writes as `<release>/live.json`: it has no address, no name and no requests. */
export interface Proof {
	/** The full number, such as `4.16.2`. */
	release: string;
	edition?: string;
	/** Day of the run. */
	date: string;
	/** Version of this package. */
	package: string;
	/** The kinds of tokens that were given. */
	tokens: string[];
	/** By operation, and by check of the triggers. */
	verdicts: Verdicts;
}

const fileOf = (folder: string, release: string) =>
	join(folder, release.split('.').slice(0, 2).join('.'), 'live.json');

const readProof = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Proof;

/** The proofs in `truth/`, the oldest release first. A release that was not recorded has no other file there. */
export const proofs = (folder = join(__dirname, '..', 'truth')): Proof[] =>
	releasesIn(folder, 'live.json').map((release) => readProof(fileOf(folder, release)));

/** Operations that an earlier run tried and this one did not. */
const untriedSince = (before: Proof, { verdicts }: Proof) =>
	Object.entries(before.verdicts)
		.filter(([operation, verdict]) => {
			const now = verdicts[operation] ?? 'untried';
			return verdict !== 'untried' && now === 'untried';
		})
		.map(([operation]) => operation);

/**
 * Writes the findings on a server. They replace an earlier run of the same release.
 * @param agent whether an agent's token was given
 * @returns lines to print: the file, and the operations that only the earlier run tried
 * @throws BadInput if the findings are not from a real server
 */
export function keep(
	folder: string,
	{ release, edition, token, platform }: Server,
	agent: boolean,
	findings: Finding[],
): string[] {
	if (!release) throw badInput('--keep needs a server that tells its release');
	if (findings.some(({ reason }) => reason === NOT_KEPT))
		throw badInput('--keep is for a real server; this one only plays recordings');
	const proof: Proof = {
		release,
		...(edition ? { edition } : {}),
		date: new Date().toISOString().slice(0, 10),
		package: manifest.version,
		tokens: [
			token.role ?? token.kind,
			...(agent ? ['agent'] : []),
			...(platform ? ['platform'] : []),
		],
		verdicts: verdictsOf(findings),
	};
	const file = fileOf(folder, release);
	const less = existsSync(file) ? untriedSince(readProof(file), proof) : [];
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(proof, null, '\t')}\n`);
	return [
		`Kept as ${file}`,
		...(less.length ? [`Tried in the run before and not in this one: ${less.join(', ')}`] : []),
	];
}

/**
 * What is wrong with the list of operations that were not run on a real server yet.
 * @param ids operations that a scenario proves
 * @param listed the day on which each was added, by id
 */
export function faultsOfUnproven(
	found: Proof[],
	ids: string[],
	listed: Record<string, string>,
): string[] {
	const today = new Date().toISOString().slice(0, 10);
	const lacking = (id: string) => found.filter(({ verdicts }) => !(id in verdicts));
	const isExcused = (id: string, { date }: Proof) => id in listed && listed[id] >= date;
	const missing = ids.flatMap((id) => {
		const where = lacking(id).filter((proof) => !isExcused(id, proof));
		if (!where.length) return [];
		const releases = where.map(({ release, date }) => `${release} (run on ${date})`).join(', ');
		return `${id} was not run on Chatwoot ${releases}. Without a server: write '${id}': '${today}' into notYetLive in truth/coverage.ts. With one: run npm run test:live -- --yes --everything --keep truth.`;
	});
	const needless = Object.entries(listed).flatMap(([id, day]) => {
		const fault = (text: string) => `notYetLive in truth/coverage.ts: ${id} ${text}`;
		if (!/^\d{4}-\d\d-\d\d$/.test(day)) return fault(`needs a day such as ${today}, not "${day}"`);
		if (!ids.includes(id)) return fault('is no operation with a scenario: remove it');
		return lacking(id).length ? [] : fault('was run on every release since: remove it');
	});
	return [...missing, ...needless];
}
