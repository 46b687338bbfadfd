import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { lineNamed, lines } from '../../host/install';
import { nameLogs, step, stopAll } from '../../host/steps';
import { report, runChecks } from '../support/checklist';
import type { Part, Prepare } from '../support/part';
import { POLL_MODES, SHORT_POLLS, SLOW } from '../support/polls';
import { realN8n, WITHOUT_EDITOR, WITHOUT_RUNNER } from '../support/realN8n';
import { files } from './files';
import { headers } from './headers';
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
	files,
	headers,
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

/** Parts whose workflows have Code nodes. */
const WITH_CODE = ['moving'];

/**
 * Runs the named parts, or all of them, in one n8n: one after the other, and those of `waiting+replies` side
 * by side. `--line=1.123` does so in that line of n8n. `--deliveries=200 --turns=20` sends the triggers fewer
 * than 10,000 deliveries, and each bot fewer than 100 messages; with one of them, only one delivery of each
 * event is forged. `--polls=scheduler` and `--polls=cursors` let n8n 2 poll in these ways,
 * and with `--slow=50` lists take these seconds and n8n's scheduler is as patient as by default.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			line: { type: 'string', default: lines[0].name },
			deliveries: { type: 'string' },
			turns: { type: 'string' },
			polls: { type: 'string', default: 'default' },
			slow: { type: 'string' },
		},
	});
	const groups = (positionals.length ? positionals : Object.keys(parts)).map((name) =>
		name.split('+'),
	);
	const names = groups.flat();
	for (const name of names) assert.ok(name in parts, `Parts: ${Object.keys(parts).join(', ')}`);
	const pollMode = POLL_MODES[values.polls];
	assert.ok(pollMode, `--polls must be one of ${Object.keys(POLL_MODES).join(', ')}`);
	nameLogs(...positionals, values.line, values.polls);
	const n8n = await realN8n(lineNamed(values.line), {
		// Another zone than that of the templates' schedules: theirs must win.
		GENERIC_TIMEZONE: 'Pacific/Auckland',
		// Else n8n 2 makes an isolate for every execution, and compiles its library for every isolate.
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
		...(names.some((name) => WITH_EDITOR.includes(name)) ? {} : WITHOUT_EDITOR),
		...(names.some((name) => WITH_CODE.includes(name)) ? {} : WITHOUT_RUNNER),
		...pollMode,
		...(values.slow ? {} : SHORT_POLLS),
		// As in n8n 3. An n8n that also stops loading what is installed fails here.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
	});
	const { deliveries, turns } = values;
	const options = {
		deliveries: Number(deliveries ?? 10_000),
		turns: Number(turns ?? 100),
		polls: values.polls,
		slow: Number(values.slow ?? SLOW),
		forgesAll: deliveries === undefined && turns === undefined,
	};
	const chosen: Part[] = [];
	for (const name of names) chosen.push(await parts[name](n8n, options));
	try {
		await n8n.fill(
			chosen.flatMap(({ credentials }) => credentials),
			chosen.flatMap(({ workflows }) => workflows),
		);
		for (const group of groups) {
			const begun = Date.now();
			process.stdout.write(`\n${group.join(' and ')} in n8n ${n8n.version}\n`);
			const members = group.map((name) => [name, chosen[names.indexOf(name)]] as const);
			const checkAll = async (stage: 'check' | 'checkAfterCrash') =>
				await Promise.all(
					members.map(async ([name, part]) => {
						const title = `${name}: all checks ${stage === 'check' ? '' : 'after a crash '}ran`;
						if (part[stage]) await report(title, part[stage]);
					}),
				);
			await checkAll('check');
			if (members.some(([, { checkAfterCrash }]) => checkAfterCrash)) {
				await step('Kill n8n, and start it again', async () => {
					await (await n8n.server()).crash();
					await n8n.start();
				});
				await checkAll('checkAfterCrash');
			}
			process.stdout.write(
				`  ${group.join(' and ')}: ${((Date.now() - begun) / 1000).toFixed(1)} s\n`,
			);
		}
	} finally {
		await stopAll();
		await Promise.all(chosen.map(async ({ close }) => await close()));
	}
}

runChecks(main);
