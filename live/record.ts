/** `npm run record`: runs the scenarios on a server, and stores its replies as recordings. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { badInput } from '../nodes/shared/faults';
import { at, isObject } from '../nodes/shared/values';
import { shape } from '../truth/coverage';
import { allRecordings, catalogue, recordingsIn, releases } from '../truth/recordings';
import { command, inAccount, SCENARIO_OPTIONS, type Work, type Worker } from './account';
import { compared } from './compare';
import { runProgram, type Access, type Program } from './options';
import { prove } from './prove';
import { recordingsOf, type Heard } from './recorder';
import type { Step } from '../truth/scenarios';
import { askerFor } from './server';
import type { Exchange } from './watch';

const PROGRAM: Program = {
	name: 'record',
	does: 'Runs the scenarios at a server, as test:live does, and writes what it answers as recordings of its release, with its address, its secrets and what is not ours replaced.',
	options: {
		release: { value: 'X.Y', hint: 'Release of the server, such as 4.17' },
		out: {
			value: 'folder',
			hint: 'Where the folder of the release is made; without it in recorded/',
		},
		compare: {
			value: 'X.Y',
			hint: 'Print what differs from the recordings of this release; those that are there need no server',
		},
		...SCENARIO_OPTIONS,
	},
};

/** `A contact: made, found` and a step about its update: `a-contact-after-update`. */
const caseOf = (scenario: string, { about }: Step) =>
	[scenario.split(':')[0], ...(about ? ['after', about.replace(/.*\./, '')] : [])]
		.join(' ')
		.replace(/[A-Z]/g, ' $&')
		.trim()
		.replace(/[^\p{L}\d]+/gu, '-')
		.toLowerCase();

const { compare } = new Intl.Collator('en', { numeric: true });
const textOf = ({ request: { method, url, body } }: Exchange) => `${url} ${method} ${body}`;
/** Calls for several items are sent at the same time, so they are sorted by their content. */
const byText = (one: Exchange, other: Exchange) => compare(textOf(one), textOf(other));
const byTime = (one: Exchange, other: Exchange) => one.at - other.at || byText(one, other);

/** The exchanges of the scenarios, and the findings that are wrong. */
async function heardOf({ server, serverExchanges, list, setting }: Work) {
	const { access, agent } = setting;
	// If a step is repeated until Chatwoot has stored something, its last run counts.
	const heard = new Map<Step | string, Heard[]>([
		['server', serverExchanges.map((exchange) => ({ exchange, name: 'server' }))],
	]);
	const findings = await prove(list, {
		...setting,
		seen: (step, { exchanges }, scenario) => {
			const sorted = exchanges.toSorted(step.times || step.each ? byText : byTime);
			heard.set(
				step,
				sorted.map((exchange) => ({ exchange, name: caseOf(scenario, step) })),
			);
		},
	});
	const whose = {
		[access.platformToken]: 'platform',
		[agent?.token ?? '']: 'agent',
		[access.token]: server.token.role === 'agent' ? 'agent' : 'admin',
	};
	const tokens = Object.keys(whose);
	const files = await recordingsOf([...heard.values()].flat(), {
		root: access.root,
		mark: setting.mark,
		tokens,
		whose,
	});
	return { files, findings };
}

/** The routes that a server lists and the catalogue does not know. */
async function unknownRoutes(access: Access): Promise<string[]> {
	const ask = askerFor(access);
	for (const path of ['/swagger/swagger.json', '/swagger']) {
		const paths = at((await ask('GET', path, false)).body, 'paths');
		if (!isObject(paths)) continue;
		const unknown = Object.entries(paths).flatMap(([route, methods]) =>
			Object.keys(methods as object)
				.map((method) => method.toUpperCase())
				.filter((method) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
				.filter((method) =>
					[...catalogue.values()].every(
						(entry) =>
							shape(entry.path) !== shape(route) ||
							![entry.method, ...entry.alt_methods].includes(method),
					),
				)
				.map((method) => `  ${method} ${route}`),
		);
		return [`${unknown.length} routes that the catalogue does not know:`, ...unknown];
	}
	return ['The server does not tell its routes: /swagger is not served'];
}

/** Its exit status is 2 if nothing was done. */
export const record: Worker = async (args, environment, say, signal) =>
	await runProgram(PROGRAM, args, environment, async (flags) => {
		const [release, earlier] = ['release', 'compare'].map(flags.text);
		if (!/^\d+\.\d+$/.test(release)) throw badInput('--release must be two numbers, such as 4.17');
		const known = releases.find((one) => one === earlier);
		if (earlier && !known)
			throw badInput(`--compare knows ${releases.join(', ')}, not "${earlier}"`);
		const folder = join(resolve(flags.text('out') || 'recorded'), release);
		const shown = (lines: Record<string, string[]>) =>
			flags.has('json')
				? JSON.stringify(lines, null, '\t')
				: Object.values(lines).flat().join('\n');
		const comparison = known
			? () => compared(recordingsIn(join(folder, 'recordings')), allRecordings(known), known)
			: () => [];
		if (existsSync(folder)) {
			if (known) return { status: 0, text: shown({ compared: comparison() }) };
			throw badInput(
				`${folder} is there already, and nothing in it is overwritten: give another --out`,
			);
		}
		return await inAccount(flags, say, signal, async (work) => {
			const { server, setting } = work;
			if (!`${server.release}.`.startsWith(`${release}.`))
				throw badInput(
					`The server is of release ${server.release ?? 'unknown'}, not of ${release}`,
				);
			const { files, findings } = await heardOf(work);
			if (signal?.aborted) return { status: 2, text: 'Stopped: nothing was written' };
			for (const [file, lines] of files) {
				const path = join(folder, 'recordings', file);
				mkdirSync(dirname(path), { recursive: true });
				writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
			}
			const count = [...files.values()].flat().length;
			const wrong = findings.filter(({ verdict }) => verdict === 'wrong');
			return {
				status: 0,
				text: shown({
					wrong: wrong.map(
						({ operation, reason }) => `${operation} is wrong there: ${reason ?? ''}`,
					),
					compared: comparison(),
					routes: await unknownRoutes(setting.access),
					recorded: [`${count} recordings are in ${folder}`],
				}),
			};
		});
	});

if (require.main === module) void command(record);
