import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { lines, nodeOf } from '../../host/install';
import host from '../../host/package.json';
import manifest from '../../package.json';
import { grows, riseOf, warm } from './level';
import type { Account } from './rounds';
import type { Kind } from './workflows';

/** What a process holds at rest; memory in MB. */
export interface Sample {
	/** Minutes since the beginning. */
	minute: number;
	heap: number;
	buffers: number;
	resident: number;
	handles: number;
	files: number;
	connections: number;
}

/** Key, title, and how much it may rise per round beyond its rise with n8n's nodes. */
const MEASURED: Array<[name: Exclude<keyof Sample, 'minute'>, title: string, limit?: number]> = [
	['heap', 'Heap, MB', 0.05],
	['buffers', 'Buffers, MB', 0.05],
	['handles', 'Handles: sockets, timers, processes', 0.02],
	['files', 'Open files and sockets', 0.02],
	['connections', 'Connections at the service', 0.02],
	['resident', 'Resident memory, MB'],
];

export type Samples = Record<Kind, Sample[]>;

const titles: Record<Kind, string> = { package: 'Our nodes', n8n: "n8n's own" };
const kinds = Object.keys(titles) as Kind[];

const table = (...rows: Array<Array<string | number>>) =>
	[rows[0], rows[0].map(() => '-'), ...rows.slice(1)]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const round = (value: number, digits = 1) => Number(value.toFixed(digits));

/** Rounds: with fewer, a rise cannot be told from scatter. */
export const FEWEST = 10;

/** One line that shows how far it is. */
export const progress = (samples: Samples) =>
	kinds
		.map((kind) => {
			const { heap, resident, handles, files, connections } = samples[kind].at(-1)!;
			return `${titles[kind]}: heap ${heap.toFixed(1)} MB, resident ${Math.round(resident)} MB, ${handles} handles, ${files} files, ${connections} connections`;
		})
		.join('; ');

/** What does not stay level. */
export const growing = ({ package: measured, n8n }: Samples): string[] =>
	MEASURED.flatMap(([name, title, limit]) => {
		const of = (samples: Sample[]) => warm(samples).map((sample) => sample[name]);
		return limit !== undefined && grows(of(measured), of(n8n), limit) ? [title] : [];
	});

/** How each value went, and whether it stayed level. */
function levels(samples: Samples): string {
	const red = growing(samples);
	const rows = MEASURED.flatMap(([name, title, limit]) =>
		kinds.map((kind) => {
			const values = warm(samples[kind]).map((sample) => sample[name]);
			const { slope, least, most } = riseOf(values);
			const judged = kind === 'package' && limit !== undefined;
			return [
				...[title, titles[kind], round(values[0]), round(values.at(-1)!)],
				...[round(slope, 3), `${round(least, 3)} to ${round(most, 3)}`, judged ? limit : ''],
				judged ? (red.includes(title) ? '**grows**' : 'level') : '',
			];
		}),
	);
	const head = ['At rest', '', 'First', 'Last', 'Rise a round', 'Surely', 'Allowed', ''];
	return table(head, ...rows);
}

/** The values at eleven times. */
function course({ package: measured, n8n }: Samples): string {
	const last = Math.min(measured.length, n8n.length) - 1;
	const shown = [
		...new Set(Array.from({ length: 11 }, (_, part) => Math.round((last * part) / 10))),
	];
	const pair = (index: number, name: keyof Sample) => [
		round(measured[index][name]),
		round(n8n[index][name]),
	];
	const names = ['heap', 'resident', 'handles', 'files'] as const;
	const heads = names.flatMap((name) => [name, `${name}, n8n's own`]);
	return table(
		['Minute', ...heads],
		...shown.map((index) => [
			round(measured[index].minute),
			...names.flatMap((name) => pair(index, name)),
		]),
	);
}

/** What was sent and came, of both. */
const accounts = (all: Record<Kind, Account>): string =>
	table(
		['', 'Sent', 'Right', "Sent, n8n's own", 'Right'],
		...Object.entries(all.package).map(([name, { sent, right }]) => [
			name,
			...[sent, right, all.n8n[name].sent, all.n8n[name].right].map((count) =>
				count.toLocaleString('en'),
			),
		]),
	);

const nodeVersion = () =>
	execFileSync(nodeOf(lines[0]), ['--version'], { encoding: 'utf8' }).trim();

/** What was found, as the page has it. */
export const figures = (samples: Samples, all: Record<Kind, Account>) => `## Figures

${samples.package.length} rounds in ${Math.round(samples.package.at(-1)!.minute)} minutes.

${levels(samples)}

## Accounted for

${accounts(all)}

## In the course of time

Memory in MB.

${course(samples)}
`;

export const page = (text: string) => `# Soak

\`npm run test:soak\` lets two real n8n ${host.dependencies.n8n.split('.')[0]} work in parallel for an hour (\`-- --minutes=5\`: shorter, but at least ten rounds), one with our nodes, one with n8n's nodes instead, and says whether memory, handles and connections stay level; with \`-- --write\` it writes this page.

- Both do the same in rounds: 30 deliveries to a trigger, of which three are doubled and three forged; five turns of a bot, from the customer's message to the answer; three exports of all conversations, a report, 100 items; five searches of lists as the editor asks for them; five failing calls, of which four fail at the first attempt (503, 429, closed connection, incomplete reply) and one always; a call with a wrong token; the polling trigger, activated again.
- The other n8n has Webhook instead of the trigger, HTTP Request instead of the operations, its RSS trigger instead of the polling trigger, and the list of n8n's node. If it grows, that growth is n8n's.
- After each round, when no execution runs, the garbage is collected and the rest is measured: heap, buffers, what keeps the process alive (handles), open files, and open connections at the service.
- The first fifth is the warm-up and does not count. The rise per round is the median of the slopes between any two rounds; "Surely" gives its lower and upper bound, each right in 99 of 100 cases (Kendall's bounds). The program fails if the lower bound of our nodes is more than the allowed rise plus the upper bound of n8n's nodes. So five minutes find a leak of about half a megabyte or one handle per round; an hour finds a tenth of that.
- The trigger remembers up to 20,000 events, which needs about 5 kB more per round.
- It also fails unless every delivery has one execution, every turn one answer, every export every row once, and every event is polled once.
- Each round removes its records, so that no list at the service grows.

${text}
## Versions

n8n ${host.dependencies.n8n}, Node.js ${nodeVersion()}, \`${manifest.name}\` ${manifest.version}; ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores.
`;
