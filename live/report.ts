import type { Finding, Verdict } from './prove';
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

/** What `test:live --json` prints, to be kept as `truth/<release>/live.json`. */
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
