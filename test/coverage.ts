import { parseArgs } from 'node:util';
import { coverage, excuses } from '../truth/coverage';

const HELP = `npm run coverage:api [-- --check]

Compares the nodes with the catalogue of the service's API (truth/catalogue.json), both ways, and with the
cases and scenarios: prints what is missing by name, then how much is there.

  --check  Exit with 1 if something is missing
  --help   Print this
`;

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

/** What is missing, one heading for each kind, one line for each operation. */
export function listed(faults: ReturnType<typeof coverage>['faults']): string {
	const kinds = [...new Set(faults.map(({ kind }) => kind))];
	return kinds
		.map((kind) => {
			const found = faults.filter((fault) => fault.kind === kind);
			const lines = [...new Set(found.map(({ id }) => id))].map((one) => {
				const names = found.flatMap(({ id, name }) => (id === one && name ? [name] : []));
				return `  ${[one, ...(names.length ? [names.join(', ')] : [])].join(': ')}\n`;
			});
			return `${kind} (${found.length}):\n${lines.join('')}\n`;
		})
		.join('');
}

/** @returns the exit code @throws for unknown options */
export function main(args: string[]): number {
	const options = { check: { type: 'boolean' }, help: { type: 'boolean' } } as const;
	const { check, help } = parseArgs({ args, options }).values;
	if (help) {
		process.stdout.write(HELP);
		return 0;
	}
	const found = coverage();
	process.stderr.write(listed(found.faults));
	const shown = (name: string, part: number, whole: number, done = 'offered') =>
		console.log(`${name}: ${part} of ${whole} ${done}, ${percent(part, whole)}`);
	const { all, allOffered, documented, documentedOffered } = found;
	shown('Resources that the nodes have', found.wantedOffered, found.wanted);
	shown('Operations of the nodes', found.proved, found.operations, 'in a scenario');
	shown('Fields and choices of the nodes', found.played, found.settable, 'set by a case');
	shown('Recorded on real servers', allOffered - documentedOffered, all - documented);
	shown('As documented, not seen on a server', documentedOffered, documented);
	shown('Whole catalogue', allOffered, all);
	const [oldest] = excuses.map(([, { since }]) => since).sort();
	if (oldest) console.log(`Accepted for now: ${excuses.length}, the oldest since ${oldest}`);
	return check && found.faults.length ? 1 : 0;
}

if (require.main === module) {
	try {
		process.exitCode = main(process.argv.slice(2));
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
		process.exitCode = 1;
	}
}
