import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { TOKEN } from './run';

/** `npm run test:fuzz` sets them; without it the same few cases are tried each time. */
const { FUZZ_SEED, FUZZ_RUNS } = process.env;
export const isLong = FUZZ_RUNS !== undefined;
export const seed = Number(FUZZ_SEED ?? 20_261_123);

/** @param few how many runs `npm test` has time for */
export const runsOf = (few: number) => Number(FUZZ_RUNS ?? few);

type Values = Record<string, unknown>;

/** What was found once, by the name of the test: tried again each time. */
const found = JSON.parse(
	readFileSync(join(__dirname, '../long/fuzz/found.json'), 'utf8'),
) as Record<string, unknown[][]>;

/** Tries what was found before, and then what chance brings. */
export async function tries<T extends unknown[]>(
	name: string,
	few: number,
	arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
	check: (...values: T) => Promise<void> | void,
): Promise<void> {
	const property = fc.asyncProperty(
		fc.tuple(...arbitraries) as unknown as fc.Arbitrary<T>,
		async (values) => await check(...values),
	);
	await fc.assert(property, {
		seed,
		numRuns: runsOf(few) + (found[name]?.length ?? 0),
		examples: found[name]?.map((values): [T] => [values as T]),
	});
	process.stderr.write(
		`${name}: ${runsOf(few)} runs of seed ${seed}, ${found[name]?.length ?? 0} found before\n`,
	);
}

/** Something else in the place of a value: what JSON can hold and no reply of the service does. */
const OTHERS = [
	...['null', 'true', 'false', '0', '-1', '1.5', '1e308', '1e999', '9007199254740993', '1e15'],
	...['""', '" "', '"x"', '"null"', '"0"', '"2026-13-45T99:99:99Z"', '"\\u0000"', '"\\ud800"'],
	...[
		'[]',
		'[null]',
		'[[]]',
		'[{}]',
		'[0,"a",null]',
		'{}',
		'{"id":null}',
		'{"id":{}}',
		'{"id":"../.."}',
	],
	...['{"__proto__":{"polluted":1},"id":1}', '{"constructor":{"prototype":{"polluted":1}}}'],
	...['{"toString":1,"valueOf":2}', '{"message":{"message":[]}}', '{"length":9}', '{"then":1}'],
	...[
		'"http://["',
		'"file:///etc/passwd"',
		'"javascript:alert(1)"',
		'"__proto__"',
		'"constructor"',
	],
	...[`"${'9'.repeat(400)}"`, '9'.repeat(400), `"${'<'.repeat(5000)}"`, `"${'{{'.repeat(3000)}"`],
];

/** Where a value stands, and what it becomes: index of OTHERS, beyond them it is taken away. */
export interface Mutation {
	at: number;
	to: number;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
	at: fc.nat({ max: 1e6 }),
	to: fc.nat({ max: OTHERS.length }),
});

/** The ways to all values in a value, the whole of it too. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

/** A copy with other values in some places. */
export function mutated(value: unknown, mutations: Mutation[]): unknown {
	let copy = structuredClone(value);
	for (const { at, to } of mutations) {
		const paths = pathsIn(copy);
		const path = paths[at % paths.length];
		const last = path.pop();
		const other = to < OTHERS.length ? (JSON.parse(OTHERS[to]) as unknown) : undefined;
		if (last === undefined) {
			copy = other;
			continue;
		}
		const place = path.reduce((inner, key) => (inner as Values)[key], copy) as Values;
		if (to < OTHERS.length) place[last] = other;
		else if (Array.isArray(place)) place.splice(Number(last), 1);
		else delete place[last];
	}
	return copy;
}

/** Words that only a programmer understands. */
const RAW =
	/Cannot (read|set|convert|destructure|access|mix)|is not (a function|iterable|a constructor|defined|valid JSON)|\bundefined\b|\bNaN\b|\[object |\[native code|Maximum call|Invalid (time|array|string|URL|count)|Unexpected (token|end)|malformed|AxiosError|ERR_|\bat [\w.]+ \(/;

/** All that an error holds, as text: what n8n stores, logs or shows. */
function everythingIn(error: unknown): string {
	const seen = new Set<unknown>();
	const walk = (value: unknown): string[] => {
		if (typeof value === 'string') return [value];
		if (typeof value !== 'object' || value === null || seen.has(value)) return [];
		seen.add(value);
		return Object.getOwnPropertyNames(value).flatMap((key) => [
			key,
			...walk((value as Values)[key]),
		]);
	};
	return walk(error).join('\n');
}

/** What is wrong with an error, or with what came of it. */
export function faultsOf(error: unknown): string[] {
	const { name, message, description = '' } = error as Error & { description?: string };
	const text = `${message}\n${description}`;
	return [
		...(/^Node(Api|Operation)Error$/.test(name) ? [] : [`it is a ${name}`]),
		...(message.trim().includes(' ') || /^(x{500}|\S+)$/.test(message) ? [] : ['it has no words']),
		...(RAW.test(text) ? [`it is raw: ${text.slice(0, 300)}`] : []),
		...(text.length > 20_000 ? [`it has ${text.length} letters`] : []),
		...(everythingIn(error).includes(TOKEN) ? ['it holds the token'] : []),
	];
}
