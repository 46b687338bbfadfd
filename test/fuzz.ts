import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** `npm run test:fuzz [-- --seed=1 --runs=5000]`: other values each time; the same seed repeats them. */
const { values, positionals } = parseArgs({
	options: { seed: { type: 'string' }, runs: { type: 'string', default: '4000' } },
	allowPositionals: true,
});
const { seed = String(randomInt(2 ** 31)), runs } = values;

process.stdout.write(
	`seed ${seed}, ${runs} runs of each: --seed=${seed} --runs=${runs} repeats it\n`,
);
const folders = ['test/long/fuzz', 'test/night/fuzz'];
const paths = positionals.length ? positionals : folders;
const { status } = spawnSync('jest', [...paths, '--verbose'], {
	stdio: 'inherit',
	env: { ...process.env, FUZZ_SEED: seed, FUZZ_RUNS: runs },
});
process.exit(status ?? 1);
