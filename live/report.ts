import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badInput } from '../nodes/shared/faults';
import manifest from '../package.json';
import { releasesIn } from '../truth/recordings';
import { NOT_KEPT, type Finding, type Verdict } from './prove';
import type { Server } from './server';

/** How each verdict is told, in the order of a report. */
export const WORDS: Record<Verdict, string> = {
	right: 'right',
	refused: 'refused, as it must be',
	impossible: 'not possible here',
	untried: 'not tried',
	wrong: 'WRONG',
};

/** How many there are of each. */
export const countsOf = (findings: Finding[]): Array<[words: string, count: number]> =>
	Object.entries(WORDS).map(([verdict, words]) => [
		words,
		findings.filter((finding) => finding.verdict === verdict).length,
	]);

/** What `test:live --json` prints. */
export interface Report {
	/** ISO time. */
	date: string;
	/** Without its address, and without names. */
	server: Pick<Server, 'release' | 'edition' | 'platform'> & { role?: string; features?: string[] };
	/** With what was sent only where it is wrong. */
	findings: Finding[];
}

/** @param addresses that must not stand in it, beside the server's */
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

/** What `test:live --keep` writes as `<release>/live.json`: no address, no name, nothing that was sent. */
export interface Proof {
	/** All numbers, such as `4.16.2`. */
	release: string;
	edition?: string;
	/** Day of the run. */
	date: string;
	/** Version of this package. */
	package: string;
	/** Whose tokens there were. */
	tokens: string[];
	counts: Record<Verdict, number>;
	/** By operation. */
	verdicts: Record<string, Verdict>;
}

const VERDICTS = Object.keys(WORDS) as Verdict[];

const fileOf = (folder: string, release: string) =>
	join(folder, release.split('.').slice(0, 2).join('.'), 'live.json');

const readProof = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Proof;

/** What was kept in `truth/`, the oldest release first; a release that was not recorded has nothing else there. */
export const proofs = (folder = join(__dirname, '..', 'truth')): Proof[] =>
	releasesIn(folder, 'live.json').map((release) => readProof(fileOf(folder, release)));

/** Operations that were tried in an earlier run and are not tried any more. */
const untriedSince = (before: Proof, { verdicts }: Proof) =>
	Object.entries(before.verdicts)
		.filter(([operation, verdict]) => {
			const now = verdicts[operation] ?? 'untried';
			return verdict !== 'untried' && now === 'untried';
		})
		.map(([operation]) => operation);

/**
 * Writes what was found at a server. It replaces an earlier run at its release.
 * @param agent whether an agent's token was given
 * @returns what to tell: the file, and which operations the earlier run had tried and this one did not
 * @throws BadInput for what is no finding of a real server
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
		counts: Object.fromEntries(
			VERDICTS.map((verdict) => [
				verdict,
				findings.filter((finding) => finding.verdict === verdict).length,
			]),
		) as Proof['counts'],
		verdicts: Object.fromEntries(findings.map(({ operation, verdict }) => [operation, verdict])),
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
