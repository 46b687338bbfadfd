/** `npm run convert:page`: the page that converts workflows, on this machine or as a file to publish. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writePage } from './build';

const HELP = `Makes the page that converts workflows.

  npm run convert:page                  builds it and serves it on 127.0.0.1
  npm run convert:page -- --port 8080   on this port; otherwise on a free one
  npm run convert:page -- --out folder  only writes folder/index.html
`;

async function main(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { out: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) return void process.stdout.write(HELP);
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error(`--port ${values.port} is not a port: 0 to 65535.`);
	const file = await writePage(values.out ?? resolve(__dirname, '../../.page'));
	if (values.out !== undefined) return void process.stdout.write(`${file}\n`);
	const page = readFileSync(file);
	const server = createServer(({ url }, response) => {
		if (url !== '/') return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
	});
	server.once('error', fail).listen(port, '127.0.0.1', () => {
		const { port: actual } = server.address() as AddressInfo;
		process.stdout.write(`http://127.0.0.1:${actual}\nCtrl+C ends it.\n`);
	});
}

function fail(error: Error): void {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}

main(process.argv.slice(2)).catch(fail);
