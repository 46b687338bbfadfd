import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { anyPort } from '../../host/checks';
import { lines } from '../../host/install';
import { root, step, stopAll } from '../../host/steps';
import type { Held } from '../soak/probe';
import {
	FEWEST,
	figures,
	growing,
	page,
	progress,
	type Sample,
	type Samples,
} from '../soak/report';
import { worker, type Account } from '../soak/rounds';
import { service } from '../soak/service';
import { credentialsFor, workflowsFor, type Kind } from '../soak/workflows';
import { report, runChecks } from '../support/checklist';
import { editor } from '../support/editor';
import { realN8n } from '../support/realN8n';
import { listen } from '../support/server';

const MB = 1024 * 1024;

/** An n8n that works by our nodes or by its own. */
async function side(kind: Kind) {
	const n8n = await realN8n(lines[0]);
	const place = await service();
	const polled = new Map<string, number>();
	const collector = await listen(({ body }) => {
		const { event_key: key } = JSON.parse(body.toString()) as { event_key: string };
		polled.set(key, (polled.get(key) ?? 0) + 1);
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	await step('Import credentials and workflows', async () => {
		await n8n.import('credentials', credentialsFor(place));
		await n8n.import('workflow', workflowsFor(kind, collector.url, place));
	});
	const port = await anyPort();
	const flags = ['--expose-gc', '--import', join(root, 'test', 'soak', 'probe.ts')];
	const { pid } = await step('Start n8n', () =>
		n8n.start({ PROBE_PORT: `${port}` }, { log: kind, flags }),
	);
	const { address } = n8n;
	const api = await editor(address);
	return {
		...(await worker({ kind, address, api, service: place, polled })),
		/** What n8n holds, which must be at rest. */
		sample: async (): Promise<Omit<Sample, 'minute'>> => {
			const connections = await place.connections();
			const files = readdirSync(`/proc/${pid}/fd`).length;
			const reply = await fetch(`http://127.0.0.1:${port}`);
			const { heap, external, rss, handles } = (await reply.json()) as Held;
			return {
				...{ heap: heap / MB, buffers: external / MB, resident: rss / MB },
				handles: Object.values(handles).reduce((sum, count) => sum + count, 0),
				...{ files, connections },
			};
		},
		close: async () => {
			await place.close();
			await collector.close();
		},
	};
}

/** Seconds between two lines of progress. */
const QUIET = 15;

/** `--minutes=5` is shorter than an hour, `--write` writes docs/soak.md. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { minutes: { type: 'string', default: '60' }, write: { type: 'boolean' } },
	});
	if (process.platform !== 'linux') throw new Error('Open files can be counted on Linux only.');
	const begun = Date.now();
	const end = begun + Number(values.minutes) * 60_000;
	const minute = () => (Date.now() - begun) / 60_000;
	const sides = { package: await side('package'), n8n: await side('n8n') };
	const samples: Samples = { package: [], n8n: [] };
	const both = Object.keys(sides) as Kind[];
	let lastReport = 0;
	try {
		for (let round = 1; Date.now() < end || round <= FEWEST; round++) {
			await Promise.all(
				both.map(async (kind) => {
					await sides[kind].round(round);
					samples[kind].push({ minute: minute(), ...(await sides[kind].sample()) });
				}),
			);
			if (Date.now() - lastReport < QUIET * 1000) continue;
			lastReport = Date.now();
			process.stdout.write(`${minute().toFixed(1)} min, round ${round}. ${progress(samples)}\n`);
		}
		const accounts = {} as Record<Kind, Account>;
		for (const kind of both)
			await report(`${kind}: all that was sent is accounted for`, async () => {
				accounts[kind] = await sides[kind].account();
				for (const [name, { sent, right }] of Object.entries(accounts[kind]))
					assert.equal(right, sent, name);
			});
		await report('memory, handles, files and connections stay level', () =>
			assert.deepEqual(growing(samples), [], 'these grow'),
		);
		const text = figures(samples, accounts);
		process.stdout.write(`\n${text}\n`);
		if (!values.write) return;
		const file = join(root, 'docs', 'soak.md');
		const options = { ...(await resolveConfig(file)), filepath: file };
		writeFileSync(file, await format(page(text), options));
	} finally {
		await stopAll();
		for (const kind of both) await sides[kind].close();
	}
}

runChecks(main);
