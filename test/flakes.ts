import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * `npm run test:flakes [-- test/unit/trigger --runs=10 --loops=4 --seed=1]`: runs tests again and again, each
 * time in another order of their files, while busy loops take the processor. A test that fails even once is
 * flaky. The printed seed repeats the orders.
 */
const { values, positionals } = parseArgs({
	options: {
		runs: { type: 'string', default: '10' },
		loops: { type: 'string', default: '4' },
		seed: { type: 'string', default: String(randomInt(2 ** 31)) },
	},
	allowPositionals: true,
});
const paths = positionals.length ? positionals : ['test/unit'];
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends with this program, however that ends. */
const LOOP = 'for (const parent = process.ppid; process.ppid === parent; );';
const loops = Array.from({ length: Number(values.loops) }, () =>
	spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
);

let failed = 0;
for (let run = 1; run <= Number(values.runs); run++) {
	const ORDER_SEED = `${values.seed}-${run}`;
	const begun = Date.now();
	const { status } = spawnSync(
		'jest',
		[...paths, '--silent', '--testSequencer=./test/jest/randomOrder.cjs'],
		{ stdio: 'inherit', env: { ...process.env, ORDER_SEED } },
	);
	const hasFailed = status !== 0;
	if (hasFailed) failed++;
	const seconds = Math.round((Date.now() - begun) / 1000);
	say(
		`Run ${run} of ${values.runs}, order ${ORDER_SEED}: ${hasFailed ? 'FAILED' : 'passed'} in ${seconds} s`,
	);
}
say(
	`${Number(values.runs) - failed} runs passed, ${failed} failed, with ${loops.length} busy loops`,
);
process.exit(failed ? 1 : 0);
