/**
 * `npm run docs:operations`: writes operations.md from the nodes, the catalogue and the cases; with
 * `-- --check` it writes nothing and fails when the page is not fresh.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { methodAndPath } from '../nodes/shared/operation';
import { callsOf, cases } from '../test/support/cases';
import { entryOf, leftOut, unsendable } from '../test/support/coverage';
import { surfaces } from '../test/support/surfaces';

const file = join(__dirname, 'operations.md');

const table = (...rows: string[][]) =>
	[rows[0], rows[0].map(() => '-'), ...rows.slice(1)]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

/** `test/cases` of an operation: how many, and the recordings that they play. */
function proof(id: string): string {
	const mine = cases.filter(({ operation }) => operation === id);
	const played = new Set(
		mine.flatMap(({ recordings = [] }) => recordings.map(({ case: name }) => name)),
	);
	const names = [...played].join(', ');
	const written = mine.some((entry) => entry.fromTheDocument && callsOf(entry).length > 0);
	return names || (written ? 'as documented, not recorded' : '–');
}

function rowsOf(surface: string): string[][] {
	return Object.entries(surfaces[surface].resources).flatMap(([key, { name, operations }]) =>
		Object.entries(operations).map(([operation, definition], index) => {
			const id = `${surface}.${key}.${operation}`;
			const entry = entryOf(id, definition);
			const { method, path } = methodAndPath(definition);
			return [
				index === 0 ? `**${name}**` : '',
				definition.name,
				`\`${method} ${path}\``,
				entry?.role === 'none' ? 'anyone' : (entry?.role ?? ''),
				entry?.enterprise_only ? 'Enterprise' : '',
				entry?.available_from ?? '',
				proof(id),
			];
		}),
	);
}

const titles: Record<string, string> = {
	account: 'Customer Conversation',
	platform: 'Customer Conversation Platform',
	public: 'Customer Conversation Client',
};
const head = ['Resource', 'Operation', 'Request', 'Role', 'Edition', 'Since', 'Recordings'];

/** The page, formatted. */
async function page(): Promise<string> {
	const sections = Object.keys(surfaces).map(
		(surface) => `## ${titles[surface]}\n\n${table(head, ...rowsOf(surface))}`,
	);
	const reasons = (all: Record<string, string>) =>
		table(['What', 'Why'], ...Object.entries(all).map(([id, why]) => [`\`${id}\``, why]));
	const text = `# Operations

Every operation of the nodes: its request, who may use it, the edition and the first release that has it, and the recordings of a real server (\`test/recordings/\`) that its tests play. Made by \`npm run docs:operations\`; a test fails when it is not fresh. \`npm run coverage:api\` compares the nodes with all that the service offers.

Role is what the service asks of the token's user; **Since** 4.10 means 4.10 or before.

${sections.join('\n\n')}

## Not offered

These are left out for good. n8n's HTTP Request node sends them with the same credential.

${reasons(leftOut)}
${Object.keys(unsendable).length ? `\nFields that cannot be sent:\n\n${reasons(unsendable)}\n` : ''}`;
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

void page().then((text) => {
	if (!process.argv.includes('--check')) writeFileSync(file, text);
	else if (readFileSync(file, 'utf8') !== text) process.exitCode = 1;
});
