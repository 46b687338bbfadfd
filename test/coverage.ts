/** `npm run coverage:api`: what of the service's API the nodes offer. */
import { coverage } from '../truth/coverage';

const {
	faults,
	operations,
	proved,
	wanted,
	wantedOffered,
	all,
	allOffered,
	documented,
	documentedOffered,
} = coverage();
for (const fault of faults) console.error(fault);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
console.log(
	`Resources that the nodes have: ${wantedOffered} of ${wanted} offered, ${percent(wantedOffered, wanted)}`,
);
console.log(
	`Operations of the nodes: ${proved} of ${operations} in a scenario, ${percent(proved, operations)}`,
);
const shown = (name: string, part: number, whole: number) =>
	console.log(`${name}: ${part} of ${whole} offered, ${percent(part, whole)}`);
shown('Recorded on real servers', allOffered - documentedOffered, all - documented);
shown('As documented, not seen on a server', documentedOffered, documented);
shown('Whole catalogue', allOffered, all);
if (process.argv.includes('--check') && faults.length) process.exitCode = 1;
