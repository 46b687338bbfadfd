import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { convert } from './engine';
import { lineOf, scoreOf } from './note';
import { sources } from './sources';
import { BadWorkflow } from './workflow';

const HELP = `Turns a workflow made with HTTP Request nodes or another package into one with the nodes of this package.

  npm run convert -- workflow.json [--out file.json]

Reads a workflow as n8n exports it, writes <name>.converted.json beside it, or the file of --out,
and lists what must be looked at: here, and in a note in the workflow. The given file stays as it is.
What has no equivalent stays, too, and is on the list.

Known are
${sources.map(({ title }) => `  ${title}`).join('\n')}
and nodes of release 0.2 of this package, where something has another name now.
`;

/** @throws BadWorkflow if it cannot be read or is not JSON */
function read(file: string): unknown {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch {
		throw new BadWorkflow(`There is no file ${file}.`);
	}
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new BadWorkflow(`${file} is not JSON: ${(error as Error).message}`);
	}
}

function main(args: string[]): string {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { out: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) return HELP;
	const [file, ...others] = positionals;
	if (!file || others.length) throw new BadWorkflow(`Name one file.\n\n${HELP}`);
	const out = values.out ?? join(dirname(file), `${basename(file, '.json')}.converted.json`);
	if (resolve(out) === resolve(file))
		throw new BadWorkflow('The given file is not overwritten: choose another file with --out.');
	if (values.out === undefined && existsSync(out))
		throw new BadWorkflow(`${out} already exists: remove it, or choose another file with --out.`);
	const made = convert(read(file));
	const { workflow, points } = made;
	writeFileSync(out, `${JSON.stringify(workflow, undefined, '\t')}\n`);
	const list = points.map((point) => `  - ${lineOf(point)}\n`).join('');
	return `${out}: ${scoreOf(made)}.\n${list && `\nPlease check:\n${list}`}`;
}

try {
	process.stdout.write(main(process.argv.slice(2)));
} catch (error) {
	process.stderr.write(`${(error as Error).message}\n`);
	process.exitCode = 1;
}
