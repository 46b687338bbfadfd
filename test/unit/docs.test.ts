import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finding, misquoted, quick } from '../../docs/findings';
import { numbers, withNumbers, wrongNumber } from '../../docs/numbers';
import { pages, read } from '../../docs/pages';
import { outdated, shown, shownOfPages, shownOfResources } from '../../docs/pictures';
import { about } from '../../docs/resources';
import { provenLive, releaseTable, tasks } from '../../docs/tables';
import { faultOf, hints, paragraphsIn, wording } from '../../docs/wording';
import { NOT_KEPT, type Finding } from '../../live/prove';
import { countsOf, isTriggerCheck, keep, reportOf } from '../../live/report';
import type { Server } from '../../live/server';
import { isSince } from '../../nodes/shared/vocabulary/release';
import { cases, expectedRecords, type Play } from '../../truth/cases';
import { proofs, type Proof } from '../../truth/proofs';
import { releasesIn } from '../../truth/recordings';
import { nodes, operations } from '../../truth/surfaces';
import host from '../../host/package.json';
import { version } from '../../package.json';

const root = join(__dirname, '../..');
const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

test.each([...quick(), numbers(), ...wording(), ...hints()])(
	'$subject are right: npm run docs:check shows what is wrong',
	(finding) => {
		expect(finding.faults).toEqual([]);
		expect(finding.count).toBeGreaterThan(0);
	},
);

test('a banned word is named with what to write instead, its file and its line', () => {
	const text = '# Title\n\nA first\nline.\n\n\n- An item\n1. It stands alone,\n  or leads';
	const paragraphs = paragraphsIn(text);
	expect(paragraphs.map(({ text, line }) => [line, text])).toEqual([
		...[
			[1, '# Title'],
			[3, 'A first line.'],
			[7, '- An item'],
		],
		[8, '1. It stands alone, or leads'],
	]);
	const { faults } = finding('texts', () => paragraphs, faultOf, ['docs/page.md']);
	expect(faults).toEqual([
		'docs/page.md:8: "alone" (better: only) in "1. It stands alone, or leads"; "stands" (better: is) in "1. It stands alone, or leads"',
	]);
});

test('a number of tasks must be right and in digits, in any language', () => {
	const right = `${tasks().length - 1}`;
	const fault = (text: string) => wrongNumber({ text, of: 'docs/tasks.md' });
	expect(fault(`${right} tareas`)).toBeUndefined();
	expect(fault('1 task')).toBe(`"1 task" must say ${right}: npm run docs:operations`);
	for (const text of ['Veinte tareas', 'Twenty-five tasks'])
		expect(fault(text)).toBe(`"${text}" must say the number in digits`);
	expect(withNumbers('README.md', '[1 task](docs/tasks.md), [1 of all](docs/files.md)')).toBe(
		`[${right} task](docs/tasks.md), [1 of all](docs/files.md)`,
	);
	expect(withNumbers('docs/tasks.md', '# 1 tasks\n\n# 1 more')).toBe(
		`# ${right} tasks\n\n# 1 more`,
	);
});

test('an error that is quoted on a page is found in one file, with its parts in order', () => {
	const fault = misquoted([
		"'The file is large'",
		'`The ${noun} has ${size}, at most ${most} fit`',
	]);
	expect(fault('The … has …, at most … fit')).toBeUndefined();
	for (const text of ['The … has …, at least … fit', '…, at most … has …', 'The file … fit'])
		expect(fault(text)).toBe(`nothing says "${text}"`);
});

test('docs:pictures -- --check names each picture that is outdated, missing or needless', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
	const kept = (of: string, lines: string[]) => {
		mkdirSync(join(folder, of), { recursive: true });
		writeFileSync(join(folder, of, 'made-from.txt'), lines.join('\n'));
	};
	const changes = () => outdated(folder).filter((fault) => !fault.includes(' is missing: '));
	try {
		kept('', [shown()]);
		kept('pages', [shownOfPages()]);
		kept('resources', shownOfResources());
		expect(changes()).toEqual([]);
		expect(outdated(folder)).toContain('demo.webm is missing: npm run demo:video');
		writeFileSync(join(folder, 'demo.webm'), '');
		expect(outdated(folder).filter((fault) => fault.includes('demo.webm'))).toEqual([]);
		expect(outdated(folder)).toContain(
			'resources/contact.dark.png is missing: npm run docs:pictures',
		);
		kept('', ['other']);
		kept('pages', ['other']);
		kept(
			'resources',
			shownOfResources().map((line) => line.replace(/^contact .*/, 'contact other')),
		);
		writeFileSync(join(folder, 'pages', 'gone.light.png'), '');
		writeFileSync(join(folder, 'stray.txt'), '');
		expect(changes().sort()).toEqual([
			'pages are outdated: npm run docs:pictures -- pages',
			'pages/gone.light.png shows nothing that exists now: remove it',
			'resources/contact is outdated: npm run docs:pictures -- resources',
			'stray.txt shows nothing that exists now: remove it',
			'templates, rows and nodes are outdated: npm run docs:pictures',
		]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test.each(Object.entries(nodes))(
	'operations.md lists the operations of %s',
	(_, { type: Node, resources }) => {
		const { displayName } = new Node().description;
		const [, section] = page('operations.md').split(`### ${displayName}\n`);
		const rows = section.split('\n##')[0].split('\n');
		for (const { name, operations } of Object.values(resources)) {
			const row = rows.find((line) => line.startsWith(`| [${name}](`)) ?? '';
			const listed = row
				.split('|')[2]
				?.split(',')
				.map((operation) => operation.trim());
			expect([name, listed]).toEqual([name, Object.values(operations).map((one) => one.name)]);
		}
	},
);

test('the README can be read at once, and begins with what one can do', () => {
	const text = read('README.md');
	expect(text.split('\n').length).toBeLessThanOrEqual(150);
	const [first, rest] = text.split('\n## Install\n');
	expect(first).toContain('pictures/ai-agent.light.png');
	expect(first).toContain('npm ci && npm start');
	expect(first).toContain('npm ci && npm test');
	expect(first).not.toMatch(/record/i);
	expect(rest).toContain('## I want to …');
});

test('the tarball that pages install is the one that is packed', () => {
	const named = pages().flatMap((one) => read(one).match(/conversation-\d[\d.]*\d\.tgz/g) ?? []);
	expect(new Set(named)).toEqual(new Set([`conversation-${version}.tgz`]));
});

test('what the pages of resources say is about resources, operations and cases that are there', () => {
	const keys = (all: object) => Object.keys(all);
	expect(keys(about)).toEqual(keys(nodes));
	for (const [node, { surface, resources }] of Object.entries(nodes)) {
		expect([node, keys(about[node])]).toEqual([node, keys(resources)]);
		for (const [key, { main, also = [], cases: shownCases = {} }] of Object.entries(about[node])) {
			const shownOperations = [main, ...also];
			expect([key, keys(resources[key].operations)]).toEqual([
				key,
				expect.arrayContaining(shownOperations),
			]);
			for (const [operation, name] of Object.entries(shownCases)) {
				expect([key, shownOperations]).toEqual([key, expect.arrayContaining([operation])]);
				const id = `${surface}.${key}.${operation}`;
				expect(cases.filter((one) => one.operation === id).map((one) => one.name)).toContain(name);
			}
		}
	}
});

test('a case without items whose reply is empty says what to add', () => {
	const entry: Play = {
		...{ operation: 'account.profile.get', name: 'least', parameters: {}, release: '4.16' },
		recordings: [{ op: 'account.profile.resend_confirmation', case: 'ok' }],
	};
	expect(() => expectedRecords(entry)).toThrow(
		'The case "least" of account.profile.get has no record in its reply on 4.16. If Chatwoot answers with nothing, add to the case what the node returns: "items": [{ "success": true }]',
	);
	expect(expectedRecords({ ...entry, items: [{ success: true }] })).toEqual([{ success: true }]);
});

test('the benchmark was run with the n8n of npm start: else run npm run benchmark', () => {
	expect(page('benchmark.md')).toContain(`n8n ${host.dependencies.n8n},`);
});

describe('what was proven live', () => {
	const server: Server = {
		url: 'https://chat.example.com',
		release: '4.16.2',
		edition: 'community',
		token: { kind: 'user', name: 'Ada Admin', role: 'administrator' },
		platform: false,
		account: { id: '9', name: 'Acme', status: 'active', features: ['crm'] },
		header: 'api_access_token',
	};
	const findings: Finding[] = [
		{
			operation: 'account.label.get',
			scenario: 'A label',
			verdict: 'right',
			sent: ['GET /a → 200'],
		},
		{ operation: 'account.label.delete', scenario: 'A label', verdict: 'untried' },
		{
			operation: 'account.label.update',
			scenario: 'A label',
			verdict: 'wrong',
			reason: 'a | b at\nhttps://chat.example.com/x',
			expected: { title: 'x' },
			found: { name: 'Ada Admin', url: 'http://10.0.0.1:8080/hook' },
			sent: ['PATCH /a → 200'],
		},
	];
	const report = reportOf(server, findings, ['http://10.0.0.1:8080']);

	test('is printed with all that was wrong, and with nothing that tells whose server it is', () => {
		expect(report).toEqual({
			date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			server: {
				...{ release: '4.16.2', edition: 'community', role: 'administrator' },
				...{ platform: false, features: ['crm'] },
			},
			findings: [
				{ operation: 'account.label.get', scenario: 'A label', verdict: 'right' },
				findings[1],
				{
					...findings[2],
					reason: 'a | b at\nhttps://***/x',
					found: { name: '***', url: 'http://***/hook' },
				},
			],
		});
	});

	describe('is kept', () => {
		let folder: string;
		beforeEach(() => {
			folder = mkdtempSync(join(tmpdir(), 'kept-'));
		});
		afterEach(() => rmSync(folder, { recursive: true }));
		const found = () =>
			JSON.parse(readFileSync(join(folder, '4.16', 'live.json'), 'utf8')) as Proof;

		test('with the verdict of each operation, and nothing of the server and its data', () => {
			expect(keep(folder, server, true, findings)).toEqual([
				`Kept as ${join(folder, '4.16', 'live.json')}`,
			]);
			expect(found()).toEqual({
				release: '4.16.2',
				edition: 'community',
				date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
				package: version,
				tokens: ['administrator', 'agent'],
				verdicts: {
					'account.label.get': 'right',
					'account.label.delete': 'untried',
					'account.label.update': 'wrong',
				},
			});
		});

		test('instead of an earlier run, and tells what only that one tried', () => {
			keep(folder, server, false, findings);
			const [get, ...others] = findings;
			const fewer: Finding[] = [{ ...get, verdict: 'untried' }, ...others];
			expect(keep(folder, server, false, fewer).slice(1)).toEqual([
				'Tried in the run before and not in this one: account.label.get',
			]);
			expect(countsOf(found().verdicts).operations).toMatchObject({ right: 0, untried: 2 });
		});

		test('only of a real server that tells its release', () => {
			const replayed: Finding[] = [{ ...findings[0], verdict: 'impossible', reason: NOT_KEPT }];
			expect(() => keep(folder, server, false, replayed)).toThrow(/^--keep is for a real server/);
			expect(() => keep(folder, { ...server, release: undefined }, false, findings)).toThrow(
				/^--keep needs a server that tells its release/,
			);
			expect(existsSync(join(folder, '4.16'))).toBe(false);
		});
	});

	/** As of a run at a server. */
	const proof = (release: string): Proof => ({
		...{ release, edition: 'enterprise', date: '2026-11-22', package: '0.2.0' },
		tokens: ['administrator', 'agent', 'platform'],
		verdicts: {
			...{ 'account.label.get': 'right', 'account.label.update': 'right' },
			...{ 'account.label.delete': 'refused', 'trigger.register': 'right' },
			...{ 'account.label.create': 'untried', 'polling.find': 'wrong' },
		},
	});

	test('is shown by release, day and counts', () => {
		const added = ['account.label.get', 'account.label.archive'];
		expect(provenLive([proof('4.16.2')], added)).toEqual([
			expect.arrayContaining(['Server', 'Date', 'Right', 'Not tried', 'WRONG']),
			[
				...['Chatwoot 4.16.2 Enterprise', '2026-11-22', '0.2.0', 'administrator, agent, platform'],
				...['2', '1', '0', '2', '0'],
				'1 of 2 right',
			],
		]);
	});

	test('stands in the table of releases, for those that were not recorded, too', () => {
		const rows = releaseTable(['4.10', '4.16'], [proof('4.13.0'), proof('4.16.2')]);
		expect(rows.map(([release]) => release)).toEqual([
			...['Chatwoot', '4.18, 4.17', '4.16', '4.13', '4.10', '3.16'],
		]);
		expect(releaseTable(['4.17', '4.18'], []).map(([release]) => release)).toEqual([
			...['Chatwoot', '4.18', '4.17', '3.16'],
		]);
		const [, documented, newest, proven, recorded] = rows.map(([, known]) => known);
		const run =
			'a run of `npm run test:live` at 4.13.0 on 2026-11-22: 2 operations and 1 checks of triggers and polling right, 1 wrong';
		expect(proven).toBe(run);
		expect(newest).toMatch(/^recordings .*; a run of `npm run test:live` at 4\.16\.2 /);
		expect(recorded).toBe('recordings of operations and deliveries');
		expect(documented).toMatch(/^not run: known from public sources/);
		const counts = rows.slice(2, 5).map(([, , lacks]) => Number.parseInt(lacks));
		expect(counts).toEqual([...counts].sort((one, other) => one - other));
		expect(counts[0]).toBeGreaterThan(0);
	});

	test('is no recording: a folder that holds nothing else is not a recorded release', () => {
		const folder = mkdtempSync(join(tmpdir(), 'truth-'));
		try {
			mkdirSync(join(folder, '4.10', 'recordings'), { recursive: true });
			keep(folder, { ...server, release: '4.13.0' }, false, findings);
			expect(releasesIn(folder, 'recordings')).toEqual(['4.10']);
			expect(proofs(folder).map(({ release }) => release)).toEqual(['4.13.0']);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	/** What nothing can be tried of, for the server refuses what makes it: by the first release that has it. */
	const UNTRIED: Record<string, string[]> = {
		'4.15': ['account.company.removeContact'],
		'4.16': ['abandon', 'get', 'getErrorLogs', 'getSkipLogs', 'retry'].map(
			(name) => `account.dataImport.${name}`,
		),
		// No server here is connected with Linear.
		'99.0': ['account.linear.getTeamEntities', 'account.linear.searchIssues'],
	};

	test.each(proofs().map((one) => [one.release, one] as const))(
		'of %s has nothing wrong, and all was tried that can be',
		(release, { verdicts }) => {
			const found = Object.entries(verdicts);
			const bad = found.filter(([, one]) => one === 'wrong' || one === 'impossible');
			expect(bad).toEqual([]);
			const known = Object.entries(UNTRIED).flatMap(([since, all]) =>
				isSince(release, since) ? [] : all,
			);
			const untried = found.filter(([, one]) => one === 'untried').map(([name]) => name);
			expect(untried.filter((name) => !known.includes(name))).toEqual([]);
		},
	);

	test('counts no more operations as right than the release can have', () => {
		for (const { release, verdicts } of proofs()) {
			const possible = operations().flatMap(([id, { needs }]) =>
				needs?.since && !isSince(release, needs.since) ? [] : [id],
			);
			const right = Object.keys(verdicts).filter((id) => verdicts[id] === 'right');
			const ofTriggers = right.filter(isTriggerCheck);
			expect(right.filter((id) => !possible.includes(id))).toEqual(ofTriggers);
			const [, shown] =
				releaseTable([], proofs()).find(([name]) => release.startsWith(`${name}.`)) ?? [];
			const [, operationsRight, checksRight] = /(\d+) operations and (\d+) checks/.exec(shown!)!;
			expect(Number(operationsRight)).toBeLessThanOrEqual(possible.length);
			expect([Number(operationsRight), Number(checksRight)]).toEqual([
				right.length - ofTriggers.length,
				ofTriggers.length,
			]);
		}
	});

	test('is nothing where no file says so, and no page says otherwise', () => {
		expect(provenLive([])).toMatch(/^Nothing was proven live: .*live\.json`\.$/);
		const claims =
			/\b(proven|proved|tested|verified) live\b|\blive-(proven|proved|tested|verified)/i;
		const claiming = pages().filter((name) => claims.test(read(name)));
		expect(claiming).toEqual(['docs/quality.md']);
		const [before, after] = page('quality.md').split('## Proven live\n\n<!-- table: live -->\n\n');
		expect(before).not.toMatch(claims);
		expect(after.replace(/.+\n(\|.*\n)*/, '')).not.toMatch(claims);
	});
});
