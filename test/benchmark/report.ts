import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import host from '../../host/package.json';
import manifest from '../../package.json';
import { node, type Loading, type Measurement } from './measure';
import type { Deliveries, Engine } from './deliveries';
import type { Setting } from './service';
import { OTHER, otherVersion, PACKAGE, type Name } from './workflows';

export interface Result extends Measurement {
	name: Name;
	setting: Setting;
}

export const settings = [5, 50].flatMap((delay) =>
	[100, 1000, 10_000].map((items): Setting => ({ items, delay })),
);
export const [, thousand, many, , slow] = settings;
/** Requests in flight by default: what they wait for together passes once. */
const PLACES = 10;
/** One item that lists all contacts of the service. */
export const list: Setting = { items: 1, delay: 50 };
/** Messages into conversations. */
export const order: Record<'one' | 'sorted' | 'mixed', Setting> = {
	one: { items: 1000, delay: 5, conversations: 1 },
	sorted: { items: 1000, delay: 50, conversations: 100 },
	mixed: { items: 1000, delay: 50, conversations: 100, mixed: true },
};

const round = (value: number) => {
	if (Number.isFinite(value)) return `${Number(value.toFixed(2))}`;
	return value === Infinity ? 'fails' : '–';
};

const table = (...rows: string[][]) =>
	[rows[0], rows[0].map(() => '-'), ...rows.slice(1)]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

/** The document, and the budgets that were exceeded. */
export function report(
	results: Result[],
	loadings: Loading[],
	delivered: Record<Engine, Deliveries>,
	size: string,
) {
	const middleOf = (values: number[]) => {
		values.sort((a, b) => a - b);
		const middle = (values.length - 1) / 2;
		return (values[Math.floor(middle)] + values[Math.ceil(middle)]) / 2;
	};
	const of = (name: Name, setting: Setting) =>
		results.filter((result) => result.name === name && result.setting === setting);
	const median = (
		measure: 'time' | 'memory' | 'waited' | 'requests',
		name: Name,
		setting: Setting,
	) => middleOf(of(name, setting).map((result) => result[measure]));
	const time = (name: Name, setting: Setting) => median('time', name, setting);
	const times = (setting: Setting, name: Name, than: Name) =>
		time(name, setting) / time(than, setting);
	/** Relative to n8n's Edit Fields node with the same expressions, plus the time that the service takes. */
	const aboveFloor = (setting: Setting, name: Name = 'package', floor: Name = 'floor') =>
		time(name, setting) / (time(floor, setting) + median('waited', name, setting) / PLACES);
	const loads = middleOf(loadings.map(({ packageNodes, http }) => packageNodes / http));
	const slowerTrigger = (engine: Engine) =>
		middleOf(delivered[engine].trigger) / middleOf(delivered[engine].webhook);
	const memory = (name: Name) => median('memory', name, many);
	const inFlight = (name: Name, ...all: Setting[]) =>
		Math.max(...all.flatMap((setting) => of(name, setting)).map((result) => result.inFlight));
	const flights = Math.max(
		inFlight('package', ...settings),
		inFlight('parallel', list),
		inFlight('messages', ...Object.values(order)),
		inFlight('delivered', order.sorted, order.mixed),
	);
	const late = (setting: Setting) =>
		Math.max(
			...['messages', 'delivered']
				.flatMap((name) => of(name as Name, setting))
				.map((result) => result.late),
		);
	/** What it costs to wait until the channel has the messages, without waiting = 1; the worse order counts. */
	const waitingFor = (measure: 'time' | 'requests') =>
		Math.max(
			...[order.sorted, order.mixed].map(
				(setting) => median(measure, 'delivered', setting) / median(measure, 'messages', setting),
			),
		);
	const slower = time('messages', order.sorted) / time('messages', order.mixed);

	const budget = (name: string, found: number, sign: '≤' | '≥', limit: number) => {
		const isMet = sign === '≤' ? found <= limit : found >= limit;
		const row = [name, `${sign} ${round(limit)}`, round(found), isMet ? 'kept' : '**exceeded**'];
		return { isMet, row };
	};
	const faster = times(list, 'sequential', 'parallel');
	const computed = aboveFloor(thousand, 'worked', 'workedFloor');
	const budgets = [
		budget('Time of 1,000 items, replies after 5 ms, floor = 1', aboveFloor(thousand), '≤', 1.5),
		budget('The same, replies after 50 ms', aboveFloor(slow), '≤', 1.1),
		budget('The same after 5 ms, with computed expressions', computed, '≤', 1.5),
		budget('Time of 1,000 items, HTTP Request = 1', times(thousand, 'package', 'http'), '≤', 0.5),
		budget(`Time of 1,000 items, \`${OTHER}\` = 1`, times(thousand, 'package', 'other'), '≤', 0.1),
		budget('Requests in flight', flights, '≤', PLACES),
		budget('Requests in flight, set to 1', inFlight('sequential', list), '≤', 1),
		budget('Return All, times faster than one page after the other', faster, '≥', 9),
		budget('Messages out of order', Math.max(...Object.values(order).map(late)), '≤', 0),
		budget('Time of 100 conversations, sorted, mixed = 1', slower, '≤', 1.7),
		budget('Requests with delivery, Wait at Most 0 = 1', waitingFor('requests'), '≤', 2),
		budget('Time with delivery, Wait at Most 0 = 1', waitingFor('time'), '≤', 1.5),
		budget('Peak memory, HTTP Request = 1', memory('package') / memory('http'), '≤', 0.8),
		budget('Loading all nodes, HTTP Request = 1', loads, '≤', 0.1),
		budget('Time of 200 deliveries, Webhook node = 1', slowerTrigger('default'), '≤', 2.2),
		budget('The same, engine only when needed', slowerTrigger('lazy'), '≤', 1.3),
	];

	const nodes: Name[] = ['floor', 'http', 'package', 'other'];
	const titles = ['Edit Fields', 'HTTP Request', 'Customer Conversation', `\`${OTHER}\``];
	const perSetting = (cell: (name: Name, setting: Setting) => string) =>
		table(
			['Reply after', 'Items', ...titles],
			...settings.map((setting) => [
				`${setting.delay} ms`,
				setting.items.toLocaleString('en'),
				...nodes.map((name) => cell(name, setting)),
			]),
		);
	const text = `# Benchmark

\`npm run benchmark\` measures _Customer Conversation_ in the real n8n and writes this page; with \`-- --check\` it writes nothing and fails if a budget is exceeded. The ratios also apply to other machines, the seconds do not.

- A workflow reads its items from a local service, creates a contact for each, and counts the different ids that come out. Name and email are expressions in every node, \`{{ $json.name }}\` and \`{{ $json.email }}\`.
- The service runs in a separate process and replies after 5 ms or 50 ms. Every run is a new n8n process (\`n8n execute\`).
- Time is what n8n says the node took, without its log, which costs time for each expression. Memory is the peak of the n8n process.
- A run counts only if every record came out, and the service got exactly the requests it should; with delivery, their number is what is measured.
- The measured node is the largest for daily work, as it is installed: ${size}.
- \`${OTHER}\` is not measured with 10,000 items, and on a slow machine fails with fewer: n8n does nothing else while it prepares its requests, and after a minute n8n's own time-outs end the run.
- The floor is the time of n8n's Edit Fields node with the same two expressions, plus the time that the service lets ten requests in flight wait. Our nodes read expressions like these, which are only a key of the item, without n8n's engine.
- The computed expressions are \`{{ $json.name.trim() }}\` and \`{{ $json.email.trim() }}\`, in both nodes. Our node lets n8n's engine evaluate the expressions of an item in one call; what remains above the floor is mostly n8n's HTTP client.
- Loading is what a process needs to load and make all nodes, as n8n does when it starts.
- 1,000 items, the lists and the messages are measured three times in turn, 10,000 items at 5 ms twice, \`${OTHER}\` once, loading seven times. The median counts.

## Budgets

${table(['What', 'Budget', 'Measured', ''], ...budgets.map(({ row }) => row))}

## Time, HTTP Request = 1

${perSetting((name, setting) => round(times(setting, name, 'http')))}

HTTP Request and \`${OTHER}\` send all at once; our node's time with slow replies is the time of ten requests in flight. Edit Fields sends nothing. In seconds:

${perSetting((name, setting) => round(time(name, setting) / 1000))}

## Requests in flight

${perSetting((name, setting) => round(inFlight(name, setting)))}

## Peak memory of 10,000 items, replies after 5 ms

${table(['', ...titles], ['MB', ...nodes.map((name) => round(Math.round(memory(name))))])}

## Return All of 10,000 contacts, 667 pages, replies after 50 ms

${table(
	['', 'Seconds', 'Requests in flight'],
	[
		'One page after the other',
		round(time('sequential', list) / 1000),
		`${inFlight('sequential', list)}`,
	],
	['By default', round(time('parallel', list) / 1000), `${inFlight('parallel', list)}`],
)}

## Order of 1,000 messages

The text of each message is the number of its item. Replies come after 50 ms for 100 conversations, after 5 ms for one. The conversations are of a WhatsApp inbox, whose channel takes a message after 0.3 seconds. With _Wait at Most_ 0 the node does not look whether it did; the rows with delivery do. To know the channel, the node reads each conversation and the inbox once.

${table(
	['', 'Seconds', 'Requests', 'Requests in flight', 'Out of order'],
	...(
		[
			['One conversation', 'messages', order.one],
			['100 conversations, one after the other', 'messages', order.sorted],
			['The same with delivery', 'delivered', order.sorted],
			['100 conversations in turn', 'messages', order.mixed],
			['The same with delivery', 'delivered', order.mixed],
		] as const
	).map(([title, name, setting]) => [
		title,
		round(time(name, setting) / 1000),
		round(median('requests', name, setting)),
		`${inFlight(name, setting)}`,
		`${late(setting)}`,
	]),
)}

## 200 deliveries to a trigger

20 at a time, until all executions have ended. n8n's Webhook node gets the same calls in the same n8n; a No Operation node follows. By default n8n makes an engine for expressions for each delivery to a community node; with \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\` only when an expression is evaluated.

${table(
	['', 'Webhook, seconds', 'Trigger, seconds', 'Webhook = 1'],
	...(
		[
			['By default', 'default'],
			['N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true', 'lazy'],
		] as const
	).map(([title, engine]) => [
		title,
		round(middleOf(delivered[engine].webhook) / 1000),
		round(middleOf(delivered[engine].trigger) / 1000),
		round(slowerTrigger(engine)),
	]),
)}

## Versions

n8n ${host.dependencies.n8n}, Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}, \`${PACKAGE}\` ${manifest.version}, \`${OTHER}\` ${otherVersion}; ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores.
`;
	return { text, exceeded: budgets.filter(({ isMet }) => !isMet).map(({ row }) => row) };
}
