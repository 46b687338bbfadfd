import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { lineNamed, lines } from '../../host/install';
import { stopAll } from '../../host/steps';
import { report, runChecks } from '../support/checklist';
import type { Part, Prepare } from '../support/part';
import { realN8n, WITHOUT_EDITOR, WITHOUT_RUNNER } from '../support/realN8n';
import { lives } from './lives';
import { moving } from './moving';
import { nodes } from './nodes';
import { polling } from './polling';
import { replies } from './replies';
import { templates } from './templates';
import { trigger } from './trigger';
import { waiting } from './waiting';

const parts: Record<string, Prepare> = {
	nodes,
	templates,
	moving,
	polling,
	lives,
	trigger,
	waiting,
	replies,
};

/** Parts that ask for what n8n only gives its editor: the nodes that it has loaded. */
const WITH_EDITOR = ['nodes', 'moving'];

/**
 * Runs the named parts, or all of them, in one n8n. `--line=1.123` does so in that line of n8n,
 * `--deliveries=1000` sends the trigger fewer than 10,000.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			line: { type: 'string', default: lines[0].name },
			deliveries: { type: 'string', default: '10000' },
			turns: { type: 'string', default: '100' },
		},
	});
	const names = positionals.length ? positionals : Object.keys(parts);
	for (const name of names) assert.ok(name in parts, `Parts: ${Object.keys(parts).join(', ')}`);
	const n8n = await realN8n(lineNamed(values.line), {
		// Another zone than that of the templates' schedules: theirs must win.
		GENERIC_TIMEZONE: 'Pacific/Auckland',
		// Else n8n 2 makes an isolate for every execution, and compiles its library for every isolate.
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
		...(names.some((name) => WITH_EDITOR.includes(name)) ? {} : WITHOUT_EDITOR),
		...WITHOUT_RUNNER,
		// As in n8n 3. An n8n that also stops loading what is installed fails here.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
	});
	const options = { deliveries: Number(values.deliveries), turns: Number(values.turns) };
	const chosen: Part[] = [];
	for (const name of names) chosen.push(await parts[name](n8n, options));
	try {
		await n8n.fill(
			chosen.flatMap(({ credentials }) => credentials),
			chosen.flatMap(({ workflows }) => workflows),
		);
		for (const [index, { check }] of chosen.entries()) {
			const begun = Date.now();
			process.stdout.write(`\n${names[index]} in n8n ${n8n.version}\n`);
			await report(`${names[index]}: all checks ran`, async () => {
				await check();
				return `${((Date.now() - begun) / 1000).toFixed(1)} s`;
			});
		}
	} finally {
		await stopAll();
		await Promise.all(chosen.map(async ({ close }) => await close()));
	}
}

runChecks(main);
