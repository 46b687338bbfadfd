import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root, step, stopAll } from '../../host/steps';
import { deliveries } from './deliveries';
import { install, loading, prepare, size, type Loading, type Measurement } from './measure';
import { list, order, report, settings, thousand, type Result } from './report';
import { requestList } from './requests';
import type { Setting } from './service';
import type { Name } from './workflows';

/** What decides a budget is measured more than once, in turn. */
const rounds = ({ items, delay }: Setting) =>
	({ 1000: 3, 10_000: delay === 5 ? 2 : 1 })[items] ?? 1;

const LOADINGS = 7;

/** The other package stops n8n for so long that n8n's own time-outs end the run. */
const failed: Measurement = {
	time: Infinity,
	memory: NaN,
	requests: 0,
	inFlight: -Infinity,
	waited: 0,
	late: 0,
};

async function measureAll(): Promise<Result[]> {
	const results: Result[] = [];
	const measure = await step('Start the service and load the workflows', prepare);
	const add = async (
		name: Name,
		setting: Setting,
		requests: number | undefined,
		records: number,
	) => {
		const { items, delay, conversations, mixed } = setting;
		const places = conversations ? `, ${conversations} conversations${mixed ? ' mixed' : ''}` : '';
		const title = `${name}, ${items} items, ${delay} ms${places}`;
		const result = await step(title, async () => {
			const measured = measure(name, setting, { requests, records });
			const mayFail = name === 'other' && items > 100;
			return await (mayFail ? measured.catch(() => failed) : measured);
		});
		results.push({ name, setting, ...result });
	};
	for (let round = 0; round < 3; round++)
		for (const name of ['sequential', 'parallel'] as const) await add(name, list, 667, 10_000);
	for (let round = 0; round < 3; round++)
		for (const setting of Object.values(order)) {
			// Each conversation and the inbox are read once, to know the channel.
			await add('messages', setting, 1000 + (setting.conversations ?? 0) + 1, 1000);
			if (setting !== order.one) await add('delivered', setting, undefined, 1000);
		}
	for (const setting of settings) {
		for (let round = 0; round < rounds(setting); round++) {
			for (const name of ['floor', 'http', 'package', 'other'] as const) {
				// Minutes each, and far from its budget: once will do.
				if (name === 'other' && (setting.items === 10_000 || round > 0)) continue;
				await add(name, setting, name === 'floor' ? 0 : setting.items, setting.items);
			}
			if (setting !== thousand) continue;
			await add('workedFloor', setting, 0, setting.items);
			await add('worked', setting, setting.items, setting.items);
		}
	}
	return results;
}

/**
 * `--check` writes nothing and fails when a budget is exceeded; `--requests` measures nothing, and
 * prints how many requests each operation sends.
 */
async function main(): Promise<number> {
	const { values } = parseArgs({
		options: { check: { type: 'boolean' }, requests: { type: 'boolean' } },
	});
	if (values.requests) {
		console.log(requestList());
		return 0;
	}
	if (process.platform !== 'linux') throw new Error('Peak memory can be read on Linux only.');
	await install();
	const loadings = await step('Load all nodes', async () => {
		const measured: Loading[] = [];
		while (measured.length < LOADINGS) measured.push(await loading());
		return measured;
	});
	const results = await measureAll();
	const { text, exceeded } = report(results, loadings, await deliveries(), size());
	const file = join(root, 'docs', 'benchmark.md');
	const page = await format(text, { ...(await resolveConfig(file)), filepath: file });
	console.log(`\n${page}`);
	for (const [name, budget, found] of exceeded)
		console.error(`Exceeded: ${name}: ${found}, budget ${budget}`);
	if (values.check) return exceeded.length ? 1 : 0;
	writeFileSync(file, page);
	return 0;
}

async function end(status: number): Promise<never> {
	await stopAll();
	process.exit(status);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(130));

main().then(end, (error: Error) => {
	console.error(`\n${error.message}`);
	void end(1);
});
