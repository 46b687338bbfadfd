/**
 * `npm run docs:operations`: writes operations.md, the page of each resource, and the tables and counts of all other pages, from the nodes,
 * the catalogue, the cases and what the programs print; with `-- --check` it writes nothing and fails when a page is not fresh.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { startSandbox } from '../sandbox/server';
import { leftOut, unsendable } from '../truth/coverage';
import { nodes } from '../truth/surfaces';
import { withNumbers } from './numbers';
import { pages, root } from './pages';
import { resourcePages } from './resourcePages';
import { filled, table } from './tables';

function operationsPage(): string {
	const overview = Object.keys(nodes).map(
		(node) => `### ${nodes[node].title}\n\n<!-- table: ${node} -->\n\n`,
	);
	const reasons = (all: Record<string, string>) =>
		table([['What', 'Why'], ...Object.entries(all).map(([id, why]) => [`\`${id}\``, why])]);
	return `# Operations

All operations of the nodes, to find the one you need: for example, **Conversation → Assign** is on the page of the resource [Conversation](resources/conversation.md). The page of a resource says what each operation returns and who may use it, shows an example with the item that comes out, and names the request and the recordings of real servers, Chatwoot 4.10 and 4.16 (\`truth/\`), that its tests play. \`npm run docs:operations\` makes these pages; a test fails if one is not up to date. \`npm run coverage:api\` compares the nodes with everything that Chatwoot offers.

**Needs** on these pages says who may use an operation, and which edition, feature or first release it requires. If it is empty, every user of the account may use the operation, on every edition and since Chatwoot 3.16. The Platform node needs the token of a platform app, the Customer Side node needs none.

## Which node

<!-- table: counts -->

- **Customer Conversation** is for the daily work with conversations and contacts, for reports and exports.
- **Admin** is for what you set up once: inboxes, agents, teams, labels, rules, bots.
- **Help Center** is for portals, categories and articles; **Companies & Campaigns** also for imports.
- **Integrations** is for the apps that the account is connected to, such as Linear or Slack.
- **Captain** is for the AI assistant; **Policies & Audit** for service levels, roles, assignment, calls and the audit log.
- **Platform** is for operators of a server; **Customer Side** acts as the customer in an API inbox, without a token.

## At a glance

${overview.join('')}## Interface description 1.1.0

This table says where its 17 operations are, with the addresses that the server really has: the description leaves the portal out of number 5.

<!-- table: described -->

## Not offered

The nodes will not offer these. n8n's HTTP Request node can send them with the same credential.

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

/** The pages that are made as a whole. */
const made = new Map<string, () => string>([
	['docs/operations.md', operationsPage],
	...resourcePages(),
]);

/** '' where there is none yet. */
const present = (page: string): string =>
	existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : '';

/** A page as it has to be, formatted. */
async function fresh(page: string): Promise<string> {
	const filepath = join(root, page);
	const text = made.get(page)?.() ?? present(page);
	const whole = await withPrinted(withNumbers(page, filled(text)));
	return await format(whole, { ...(await resolveConfig(filepath)), filepath });
}

/** The pages that are not as they have to be, with their right text. */
export async function stale(): Promise<Array<[page: string, text: string]>> {
	const all = await Promise.all(
		[...new Set([...pages(), ...made.keys()])].map(async (page): Promise<[string, string]> => [
			page,
			await fresh(page),
		]),
	);
	return all.filter(([page, text]) => present(page) !== text);
}

/** The first line of a page that is not as it has to be, and the table that it stands in. */
function firstStale(page: string, text: string): string {
	const [right, found] = [text, present(page)].map((all) => all.split('\n'));
	const line = right.findIndex((one, index) => one !== found[index]);
	const table = right.slice(0, line).findLast((one) => /^<!-- table: |^#/.test(one)) ?? '';
	return `${page}:${line + 1}, below "${table}", is not fresh: run npm run docs:operations`;
}

async function main(): Promise<void> {
	for (const [page, text] of await stale())
		if (process.argv.includes('--check')) {
			process.stderr.write(`${firstStale(page, text)}\n`);
			process.exitCode = 1;
		} else {
			mkdirSync(dirname(join(root, page)), { recursive: true });
			writeFileSync(join(root, page), text);
		}
}

if (require.main === module) void main();
