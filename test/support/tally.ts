import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { releases, type Release } from '../../truth/recordings';

const COUNTS = ['operations', 'cases', 'altered', 'not recorded', 'left out'] as const;

/** How many were played of each release, and of what no recording shows. */
type Tally = Record<Release | 'none', Record<(typeof COUNTS)[number], number>>;

export const newTally = () =>
	Object.fromEntries(
		[...releases, 'none'].map((release) => [
			release,
			Object.fromEntries(COUNTS.map((count) => [count, 0])),
		]),
	) as Tally;

/** Jest plays each file in a process of its own: they leave their tallies in one file. */
const file = () => process.env.OPERATIONS_TALLY ?? '';

export const addToTally = (tally: Tally): void =>
	appendFileSync(file(), `${JSON.stringify(tally)}\n`);

/** At the end of a run: one line a release, of all files together. */
export default function printTally(): void {
	if (!existsSync(file())) return;
	const sum = newTally();
	for (const line of readFileSync(file(), 'utf8').trim().split('\n'))
		for (const [release, counts] of Object.entries(JSON.parse(line) as Tally))
			for (const count of COUNTS) sum[release as Release][count] += counts[count];
	rmSync(file());
	for (const [release, counts] of Object.entries(sum)) {
		const name = release === 'none' ? 'without a recording' : release;
		const named = COUNTS.filter((count) => counts[count]).map(
			(count) => `${counts[count]} ${count}`,
		);
		if (named.length) process.stdout.write(`${name}: ${named.join(', ')}\n`);
	}
}
