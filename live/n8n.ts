import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, ITaskData } from 'n8n-workflow';
import { lines } from '../host/install';
import { root } from '../host/steps';
import { at, isObject } from '../nodes/shared/values';
import { editor } from '../test/support/editor';
import { realN8n, WITHOUT_EDITOR } from '../test/support/realN8n';
import { packageNode, workflow, type Step as Node } from '../test/support/workflow';
import { nodeNameOf, typeNameOf } from '../truth/surfaces';
import { binaryOf, credentialFor, credentialsOf, type Outcome } from './node';
import type { Access } from './options';
import { inProcess, type Begin, type Done } from './prove';
import { filled, NAMES, WHOLE, type Scenario, type Step } from '../truth/scenarios';
import type { Exchange } from './watch';

/** The most time that a scenario may take, including its waits; in milliseconds. */
const LONGEST = 3_600_000;

/** The name of the credential of a step: the user whose token is in it. */
const credentialNameOf = ({ run, as_agent }: Step) =>
	run.startsWith('account') ? (as_agent ? 'agent' : 'user') : run.split('.')[0];

const nodeOf = (steps: Step[], key: 'as' | 'all', name: string) =>
	steps.findLastIndex((step) => step[key] === name) + 1;

const call = (number: number) => `$('Step ${number}')`;

/** A scenario as a workflow: before each operation there is a node that returns its input. */
function workflowOf({ name, steps }: Scenario, known: IDataObject): IDataObject {
	/** JavaScript for a name in a step; earlier steps provide it. */
	const term = (path: string, before: Step[]): string => {
		const [first, ...rest] = path.split('.');
		const constant = at(known, path);
		if (constant !== undefined) return JSON.stringify(constant);
		const way = rest.map((key) => `['${key}']`).join('');
		const itemsOf = (number: number) => `${call(number)}.all().map(({ json }) => json)`;
		const list = nodeOf(before, 'all', first);
		if (list) return itemsOf(list) + way;
		const number = nodeOf(before, 'as', first);
		const { has } = before[number - 1] ?? {};
		const all = itemsOf(number);
		const wanted = Object.entries(has ?? {}).filter(
			([, value]) => !isObject(value) && value !== '*',
		);
		const test = wanted.map(([key, value]) => `one.${key} === ${written(value, before)}`);
		const record = test.length
			? `${all}.find((one) => ${test.join(' && ')})`
			: `${call(number)}.first().json`;
		return record + way;
	};
	const written = (value: unknown, before: Step[]): string => {
		if (typeof value !== 'string') return JSON.stringify(value);
		const whole = WHOLE.exec(value);
		if (whole) return term(whole[1], before);
		const parts = value.split(NAMES);
		return parts
			.map((part, index) => (index % 2 ? term(part, before) : JSON.stringify(part)))
			.join(' + ');
	};
	/** A parameter, with expressions for the names in it. */
	const expressed = (value: unknown, before: Step[]): unknown => {
		if (Array.isArray(value)) return value.map((entry) => expressed(entry, before));
		if (isObject(value))
			return Object.fromEntries(
				Object.entries(value).map(([key, inner]) => [key, expressed(inner, before)]),
			);
		if (typeof value !== 'string') return value;
		const open = value.replace(NAMES, (_, path: string) => {
			const constant = at(known, path);
			return constant === undefined ? `{{ ${term(path, before)} }}` : String(constant);
		});
		return open === value || open.startsWith('=') || !open.includes('{{') ? open : `=${open}`;
	};
	/** Nodes that together wait this long before a step. During a wait of more than a minute n8n would keep the execution in its database. */
	const waits = (seconds: number, number: number): Node[] =>
		Array.from({ length: Math.ceil(seconds / 60) }, (_, index) => ({
			name: `Wait ${number}.${index + 1}`,
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 60, unit: 'seconds' },
			after: index ? `Wait ${number}.${index}` : `Step ${number - 1}`,
		}));
	const rowsOf = ({ each, times = 1, files }: Step, before: Step[]) => {
		if (each) return `${call(nodeOf(before, 'all', each))}.all().map(({ json }) => ({ json }))`;
		const binary = files ? { binary: binaryOf(filled(files, known)) } : {};
		return JSON.stringify(
			Array.from({ length: times }, (_, index) => ({ json: { index: index + 1 }, ...binary })),
		);
	};
	const nodes = steps.flatMap((step, index): Node[] => {
		const { run, parameters = {}, file, patience = 0 } = step;
		const [, resource, operation] = run.split('.');
		const [before, number] = [steps.slice(0, index), index + 1];
		const id = credentialNameOf(step);
		const kind = packageNode(
			typeNameOf(nodeNameOf(run)),
			{ resource, operation, ...(expressed(parameters, before) as IDataObject) },
			{ [credentialFor(run)]: { id, name: id } },
		);
		const rows = { jsCode: `return ${rowsOf(step, before)};` };
		const waiting = waits(patience, number);
		const after = waiting.at(-1)?.name ?? (index ? `Step ${index}` : undefined);
		const going = { onError: 'continueRegularOutput' as const, alwaysOutputData: true };
		return [
			...waiting,
			{
				name: `Rows ${number}`,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: rows,
				after,
				...going,
			},
			{ name: `Step ${number}`, ...kind, after: `Rows ${number}`, ...going },
			...(file
				? [
						{
							name: `File ${number}`,
							type: 'n8n-nodes-base.extractFromFile',
							parameters: { operation: 'text' },
							after: `Step ${number}`,
							...going,
						},
					]
				: []),
		];
	});
	return { ...workflow('', nodes), id: undefined, name };
}

/** The result of a node. */
function outcomeOf(data: ITaskData | undefined, text: ITaskData | undefined): Outcome {
	const output = data?.data?.main[0] ?? [];
	const [{ binary = {} } = {}] = output;
	const error = output.map(({ json }) => json.error).find(isObject);
	const failed = data?.error ?? error;
	if (failed || !data) {
		const { message, status } = (failed ?? { message: 'n8n did not run it' }) as IDataObject;
		return {
			items: [],
			files: [],
			error: { message: String(message), httpCode: status ? String(status) : null },
		};
	}
	const [{ json: { data: content = '' } = {} } = {}] = text?.data?.main[0] ?? [];
	return {
		// An empty item means no item: without it n8n would end the workflow there.
		items: output.map(({ json }) => json).filter((json) => Object.keys(json).length),
		files: Object.values(binary).map(({ fileName = '', mimeType }) => ({
			name: fileName,
			type: mimeType,
			text: String(content),
		})),
	};
}

/** The exchanges with the server since the last call. */
function read(file: string, url: string): Exchange[] {
	if (!existsSync(file)) return [];
	const seen = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	rmSync(file);
	return seen
		.map((line) => JSON.parse(line) as Exchange)
		.filter(({ request }) => request.url.startsWith(url));
}

/**
 * An n8n with the package, in which each scenario runs as one workflow. Repeated requests and the
 * clean-up run in this process.
 */
export async function inN8n(access: Access, agent = access): Promise<Begin> {
	const folder = mkdtempSync(join(tmpdir(), 'wire-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const wire = join(folder, 'wire.jsonl');
	const hooks = [require.resolve('tsx/cjs'), join(root, 'live', 'wire.ts')];
	const n8n = await realN8n(lines[0], {
		WIRE: wire,
		NODE_OPTIONS: hooks.map((hook) => `--require ${hook}`).join(' '),
		...WITHOUT_EDITOR,
	});
	const whose = { user: access, agent, platform: access, public: access };
	await n8n.import(
		'credentials',
		Object.entries(whose).map(([id, owner]) => {
			const run =
				id === 'platform'
					? 'platform.user.get'
					: id === 'public'
						? 'public.inbox.get'
						: 'account.profile.get';
			return { id, name: id, type: credentialFor(run), data: credentialsOf(run, owner) };
		}),
	);
	await n8n.server();
	const api = await editor(n8n.address);
	return async (scenario, known, setting) => {
		const data = await api.run(await api.save(workflowOf(scenario, known)), LONGEST);
		const exchanges = read(wire, access.root);
		const again = await inProcess(scenario, known, setting);
		const done = new Map(
			scenario.steps.map((step, index): [Step, Done] => {
				const [left] = data[`Step ${index + 1}`] ?? [];
				const [text] = data[`File ${index + 1}`] ?? [];
				const [from, to] = [
					left?.startTime ?? 0,
					(left?.startTime ?? 0) + (left?.executionTime ?? 0),
				];
				return [
					step,
					{
						...outcomeOf(left, text),
						exchanges: exchanges.filter(({ at: time }) => time >= from && time <= to),
					},
				];
			}),
		);
		return async (step, wanted) => {
			const first = done.get(step);
			done.delete(step);
			return first ?? (await again(step, wanted));
		};
	};
}
