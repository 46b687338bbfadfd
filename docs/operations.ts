/**
 * `npm run docs:operations`: writes operations.md, and the tables of all other pages, from the nodes,
 * the catalogue, the cases and what the programs print; with `-- --check` it writes nothing and fails when a page is not fresh.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { sentenceOf } from '../nodes/shared/vocabulary/needs';
import { methodAndPath } from '../nodes/shared/vocabulary/operation';
import { startSandbox } from '../sandbox/server';
import { callsOf, plays } from '../truth/cases';
import { leftOut, unsendable } from '../truth/coverage';
import { releases, type Release } from '../truth/recordings';
import { nodes } from '../truth/surfaces';
import { pages, root } from './pages';
import { filled, table } from './tables';

/** The recordings of an operation that are played; the release is told where only one has it. */
function proof(id: string): string {
	const mine = plays.filter(({ operation }) => operation === id);
	const played = new Map<string, Set<Release | undefined>>();
	for (const { recordings = [], release } of mine)
		for (const { case: name } of recordings)
			played.set(name, (played.get(name) ?? new Set()).add(release));
	const names = [...played]
		.map(([name, on]) => (on.size < releases.length ? `${name} (${[...on][0]})` : name))
		.join(', ');
	const written = mine.some((entry) => entry.fromTheDocument && callsOf(entry).length > 0);
	return names || (written ? 'as documented, not recorded' : '–');
}

function rowsOf(node: string): string[][] {
	const { surface, resources } = nodes[node];
	return Object.entries(resources).flatMap(([key, { name, operations }]) =>
		Object.entries(operations).map(([operation, definition], index) => {
			const id = `${surface}.${key}.${operation}`;
			const { method, path } = methodAndPath(definition);
			return [
				index === 0 ? `**${name}**` : '',
				definition.name,
				`\`${method} ${path}\``,
				sentenceOf(definition.needs ?? {}),
				proof(id),
			];
		}),
	);
}

const head = ['Resource', 'Operation', 'Request', 'Needs', 'Recordings'];

const OPERATIONS = 'docs/operations.md';

function operationsPage(): string {
	const sections = Object.keys(nodes).map(
		(node) => `### ${nodes[node].title}\n\n${table([head, ...rowsOf(node)])}`,
	);
	const glance = Object.keys(nodes).map(
		(node) => `### ${nodes[node].title}\n\n<!-- table: ${node} -->\n\n`,
	);
	const reasons = (all: Record<string, string>) =>
		table([['What', 'Why'], ...Object.entries(all).map(([id, why]) => [`\`${id}\``, why])]);
	return `# Operations

Every operation of the nodes: its request, what it needs, and the recordings of two real servers, Chatwoot 4.10 and 4.16 (\`truth/\`), that its tests play: on both, or on the one behind the name. Made by \`npm run docs:operations\`; a test fails when it is not fresh. \`npm run coverage:api\` compares the nodes with all that the service offers.

## At a glance

${glance.join('')}## One by one

**Needs** says who may use it, and the edition, feature or first release that has it. Where nothing stands, every user of the account may, on every edition and on Chatwoot 3.16 already; the Platform node takes the token of a platform app, the Client node none.

${sections.join('\n\n')}

## Interface description 1.1.0

Where its 17 operations are, with the addresses that the server really has: the description leaves the portal out of number 5.

<!-- table: described -->

## Not offered

These are left out for good. n8n's HTTP Request node sends them with the same credential.

${reasons(leftOut)}
${Object.keys(unsendable).length ? `\nFields that cannot be sent:\n\n${reasons(unsendable)}\n` : ''}`;
}

const PRINTED = /(<!-- printed: npm run check:server -->\n\n```text\n)[\s\S]*?(?=```)/;

/** What `npm run check:server` prints of the sandbox, at the address that it has in `npm start`. */
async function printed(): Promise<string> {
	const { url, tokens, close } = await startSandbox();
	try {
		const { PATH } = process.env;
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--import', 'tsx', 'live/check.ts'],
			{ cwd: root, env: { PATH, CHATWOOT_URL: url, CHATWOOT_TOKEN: tokens.user } },
		);
		return stdout.replaceAll(url, 'http://127.0.0.1:4010');
	} finally {
		await close();
	}
}

/** A page with what a program prints as it has to be. */
async function withPrinted(text: string): Promise<string> {
	if (!PRINTED.test(text)) return text;
	const output = await printed();
	return text.replace(PRINTED, (_, marker: string) => `${marker}${output}`);
}

/** A page as it has to be, formatted. */
async function fresh(page: string): Promise<string> {
	const filepath = join(root, page);
	const text = page === OPERATIONS ? operationsPage() : readFileSync(filepath, 'utf8');
	const whole = await withPrinted(filled(text));
	return await format(whole, { ...(await resolveConfig(filepath)), filepath });
}

/** The pages that are not as they have to be, with their right text. */
export async function stale(): Promise<Array<[page: string, text: string]>> {
	const all = await Promise.all(
		pages().map(async (page): Promise<[string, string]> => [page, await fresh(page)]),
	);
	return all.filter(([page, text]) => readFileSync(join(root, page), 'utf8') !== text);
}

/** The first line of a page that is not as it has to be, and the table that it stands in. */
function firstStale(page: string, text: string): string {
	const [right, present] = [text, readFileSync(join(root, page), 'utf8')].map((all) =>
		all.split('\n'),
	);
	const line = right.findIndex((one, index) => one !== present[index]);
	const table = right.slice(0, line).findLast((one) => /^<!-- table: |^#/.test(one)) ?? '';
	return `${page}:${line + 1}, below "${table}", is not fresh: run npm run docs:operations`;
}

async function main(): Promise<void> {
	for (const [page, text] of await stale())
		if (process.argv.includes('--check')) {
			process.stderr.write(`${firstStale(page, text)}\n`);
			process.exitCode = 1;
		} else writeFileSync(join(root, page), text);
}

if (require.main === module) void main();
