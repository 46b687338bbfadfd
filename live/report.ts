import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { badInput } from '../nodes/shared/faults';
import manifest from '../package.json';
import { proofFile, readProof, type Proof, type Verdict, type Verdicts } from '../truth/proofs';
import { NOT_KEPT, type Finding } from './prove';
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
	const file = proofFile(folder, release);
	const less = existsSync(file) ? untriedSince(readProof(file), proof) : [];
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(proof, null, '\t')}\n`);
	return [
		`Kept as ${file}`,
		...(less.length ? [`Tried in the run before and not in this one: ${less.join(', ')}`] : []),
	];
}
