import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PORT } from '../sandbox/say';
import { startSandbox } from '../sandbox/server';
import { tokens } from '../sandbox/state';
import { check, freePort } from './checks';
import { instructions, isAddress } from './elsewhere';
import { installN8n, installPackage, packPackage, type Program } from './install';
import { lastLines, runFolder, step, stopAll } from './steps';
import * as n8n from './n8n';

let ending = false;

async function main(): Promise<void> {
	const options = {
		once: { type: 'boolean' },
		port: { type: 'string' },
		n8n: { type: 'string' },
	} as const;
	const { values } = parseArgs({ options });
	await mkdir(runFolder, { recursive: true });
	if (isAddress(values.n8n)) {
		await packPackage();
		console.log(`\n${await instructions(values.n8n)}`);
		return;
	}
	const { program, ports } = await step('Check the system', () => check(values));
	const isOther = values.n8n !== undefined;
	const source = values.n8n ?? 'from npm; n8n 3 is only a Docker image: see docs/install.md';
	console.error(`n8n ${program.version} (${source})`);
	await packPackage();
	if (!isOther) await installN8n(program.command[0]);
	await installPackage(program);
	const service = await connect();
	const examples = await n8n.importExamples(program, ports.broker, service);
	console.error(`${examples} examples imported`);
	const lines = await step('Run the example', () => n8n.runSummary(program, ports.broker));
	console.log(
		`\nAgents of ${service.url}, last month:\n\n${table(lines)}\n\nAs CSV: ${n8n.csvFile}\n`,
	);
	const sandbox = service.token === tokens.user ? service.url : undefined;
	if (!values.once) await edit(program, ports.editorBroker, ports.editor, sandbox);
}

/** The server that the environment names, else a sandbox: another start's when it is there. */
async function connect(): Promise<n8n.Service> {
	const { CHATWOOT_URL, CHATWOOT_TOKEN: token } = process.env;
	const account = process.env.CHATWOOT_ACCOUNT || '1';
	if (CHATWOOT_URL && token) return { url: CHATWOOT_URL, token, account };
	const url = `http://127.0.0.1:${PORT}`;
	const headers = { api_access_token: tokens.user };
	const reply = await fetch(`${url}/api/v1/profile`, { headers }).catch(() => undefined);
	if (reply?.ok) return { url, token: tokens.user, account };
	const port = await freePort(PORT);
	const sandbox = await step('Start the sandbox', () => startSandbox({ port }));
	return { url: sandbox.url, token: sandbox.tokens.user, account };
}

/** @param sandbox URL of the stand-in, if there is one */
async function edit(
	program: Program,
	broker: number,
	port: number,
	sandbox?: string,
): Promise<never> {
	const start = () => n8n.startEditor(program, broker, port);
	const { child, logFile, address, workflow } = await step('Start the editor', start);
	const { email, password } = n8n.owner;
	console.log(`\nExample  ${workflow}\nLog in   ${email}  ${password}\nEditor   ${address}`);
	if (sandbox) {
		const option = sandbox === `http://127.0.0.1:${PORT}` ? '' : `--url ${sandbox} `;
		console.log(`Stand-in ${sandbox}  (a customer writes: npm run say -- ${option}"Hello")`);
	}
	console.log('\nCtrl-C stops it.');
	await once(child, 'exit');
	throw new Error(`n8n ended:\n${lastLines(logFile)}`);
}

function table(lines: string[][]): string {
	const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
	return lines
		.map((line) =>
			line
				.map((text, at) => text.padEnd(widths[at]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

async function end(status: number): Promise<never> {
	ending = true;
	await stopAll();
	process.exit(status);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(130));

// the shell between npm and this program ends without a word when npm is told to end
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void end(130), 500).unref();

main().then(
	() => end(0),
	(error: Error) => {
		if (ending) return;
		console.error(`\n${error.message}`);
		void end(1);
	},
);
