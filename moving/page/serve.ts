/** `npm run convert:page`: the page that converts workflows, on this machine or as a file to publish. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pageHtml, servePage } from './build';

const HELP = `Makes the page that converts workflows.

  npm run convert:page                  serves it on 127.0.0.1
  npm run convert:page -- --port 8080   serves it on this port instead of a free one
  npm run convert:page -- --out folder  writes it into folder/index.html and does not serve it
`;

/** @returns what to print */
async function main(args: string[]): Promise<string> {
	const { values } = parseArgs({
		args,
		options: { out: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) return HELP;
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error(`--port ${values.port} is not a port: name a number from 0 to 65535.`);
	const html = await pageHtml();
	if (values.out === undefined) {
		const { address } = await servePage(html, port);
		return `${address}\nPress Ctrl+C to end it.\n`;
	}
	const file = join(values.out, 'index.html');
	mkdirSync(values.out, { recursive: true });
	writeFileSync(file, html);
	return `${file}\n`;
}

main(process.argv.slice(2)).then(
	(text) => process.stdout.write(text),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	},
);
