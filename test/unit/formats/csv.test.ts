import fc from 'fast-check';
import {
	parse,
	readTable,
	rowsIn,
	toObjects,
	writeTable,
	type Table,
} from '../../../nodes/shared/formats/csv';
import { entryOf } from '../../../truth/coverage';
import { catalogue, recording, recordingsOf, releases } from '../../../truth/recordings';
import { operations } from '../../../truth/surfaces';

fc.configureGlobal({ seed: 20_261_121, numRuns: 500 });

/** How each recorded file is read: as its operation does; there is none for the SLA file. */
const tables = new Map<string | undefined, Table>([
	...operations().flatMap(([id, definition]): Array<[string | undefined, Table]> => {
		const table = definition.reply?.table;
		return table ? [[entryOf(id, definition)?.id, table]] : [];
	}),
	['account.applied_sla.download', { note: 'last', escaped: true }],
]);

const recorded = [...catalogue.keys()]
	.flatMap(
		(op) => releases.map((release) => recordingsOf(op, release)).find((all) => all.length) ?? [],
	)
	.filter(({ response }) => response.headers?.['content-type']?.startsWith('text/csv'))
	.map(({ op, case: name, response }) => ({
		file: `${op} ${name}`,
		table: tables.get(op) as Table,
		content: Buffer.from(response.text ?? ''),
	}));

const cellsOf = (op: string, name: string) =>
	readTable(Buffer.from(recording(op, name).response.text ?? ''), tables.get(op) as Table);

/** The table in a text that the service escaped in no way, unless it is said. */
const read = (text: string, table: Partial<Table> = {}) =>
	readTable(Buffer.from(text), { note: 'last', ...table });

/** As the service writes the six report files. */
const REPORT: Table = { note: 'first', escaped: true };
const report = (...lines: string[]) =>
	read(['Reporting period 2026-10-01 to 2026-11-01', '', '', ...lines, ''].join('\n'), REPORT);

describe('a recorded CSV file', () => {
	const counted = recorded.map(({ file, table, content }) => {
		const [header, ...rows] = readTable(content, table);
		return `${file} → ${rows.length} × ${header.length}`;
	});
	afterAll(() => process.stdout.write(`${counted.join('\n')}\n`));

	test('is there of every operation that gives one', () => {
		const files = recorded.map(({ file }) => file.split(' ')[0]);
		expect([...new Set(files)].sort()).toEqual([...tables.keys()].sort());
	});

	test('is escaped, with its note in the first line, where it is a report', () => {
		const reports = [...tables].filter(([op]) => op?.startsWith('account.report.'));
		expect(reports).toHaveLength(6);
		for (const [op, table] of reports) expect([op, table]).toMatchObject([op, REPORT]);
	});

	test('has as many rows and columns as its table', () => {
		expect(counted).toEqual([
			'account.csat.download ok → 6 × 9',
			'account.csat.download ok-full → 1 × 9',
			'account.csat.download formula-not-escaped → 1 × 9',
			'account.report.download_agents ok → 3 × 6',
			'account.report.download_agents ok-full → 3 × 6',
			'account.report.download_agents since-iso → 3 × 6',
			'account.report.download_agents ok-account-in-spanish → 3 × 6',
			'account.report.download_inboxes ok → 2 × 7',
			'account.report.download_inboxes ok-full → 2 × 7',
			'account.report.download_inboxes since-iso → 2 × 7',
			'account.report.download_labels ok → 4 × 6',
			'account.report.download_labels ok-full → 4 × 6',
			'account.report.download_labels since-iso → 4 × 6',
			'account.report.download_teams ok → 2 × 6',
			'account.report.download_teams ok-full → 2 × 6',
			'account.report.download_teams since-iso → 2 × 6',
			'account.report.download_teams formula-escaped → 2 × 6',
			'account.report.download_conversations_summary ok → 1 × 7',
			'account.report.download_conversations_summary ok-full → 1 × 7',
			'account.report.download_conversations_summary since-iso → 1 × 7',
			'account.report.download_conversation_traffic ok → 24 × 7',
			'account.report.download_conversation_traffic ok-full → 24 × 3',
			'account.report.download_conversation_traffic bad-timezone-offset → 24 × 2',
			'account.report.download_conversation_traffic days-before-zero → 1 × 2',
			'account.report.download_conversation_traffic zone-name-html-escaped → 24 × 2',
			'account.applied_sla.download ok → 5 × 8',
			'account.applied_sla.download ok-full → 7 × 8',
			'account.applied_sla.download empty → 0 × 8',
			'account.data_import.download_error_logs ok → 6 × 7',
			'account.data_import.download_error_logs none → 0 × 7',
			'account.data_import.download_error_logs accept-csv → 6 × 7',
			'account.data_import.download_error_logs accept-any → 6 × 7',
			'account.data_import.download_skip_logs ok → 7 × 7',
		]);
	});

	test.each(recorded)('$file has the columns of its header in every row', (entry) => {
		const cells = readTable(entry.content, entry.table);
		const [header, ...rows] = cells;
		const objects = toObjects(cells);
		expect(objects.map(Object.keys)).toEqual(rows.map(() => header));
		expect(objects.map((row) => Object.values(row))).toEqual(rows);
		// A row too long would have given the header a name, a short one in a report an empty cell.
		expect(header.filter((name) => /^(Column \d|.* \(\d+\)$)/.test(name))).toEqual([]);
		if (entry.file.startsWith('account.report.')) expect(rows.flat()).not.toContain('');
	});

	test.each(recorded)('$file gives the same rows once more after it was put right', (entry) => {
		const cells = readTable(entry.content, entry.table);
		for (const byte_order_mark of [false, true])
			expect(read(writeTable(cells, { byte_order_mark }))).toEqual(cells);
		const escaped = parse(writeTable(cells, { escape_formulas: true }));
		expect(escaped.map((row) => row.map((cell) => cell.replace(/^'(?=[=+@-])/, '')))).toEqual(
			cells,
		);
	});

	test('of the inboxes gets the two names that its header lacks', () => {
		expect(toObjects(cellsOf('account.report.download_inboxes', 'ok'))).toEqual([
			{
				'Inbox name': 'Website',
				'Inbox type': 'Website',
				'No. of conversations': '3',
				'Avg first response time': 'N/A',
				'Avg resolution time': '19 hours 30 minutes',
				'Avg customer waiting time': 'N/A',
				'Resolution Count': '2',
			},
			{
				'Inbox name': 'API inbox',
				'Inbox type': 'API',
				'No. of conversations': '11',
				'Avg first response time': '8 minutes',
				'Avg resolution time': '8 hours 13 minutes',
				'Avg customer waiting time': '7 minutes 28 seconds',
				'Resolution Count': '9',
			},
		]);
	});

	test('of the teams loses the escape of a name that is a formula, and gets it back', () => {
		const cells = cellsOf('account.report.download_teams', 'formula-escaped');
		expect(cells[2]).toEqual([
			...['=1+1', '3', '9 minutes', '8 hours', '4 minutes 30 seconds', '3'],
		]);
		expect(writeTable(cells, { escape_formulas: true })).toContain("\n'=1+1,3,9 minutes,");
		expect(writeTable(cells, {})).toContain('\n=1+1,3,9 minutes,');
	});

	test('of an account in Spanish keeps its words', () => {
		const [row] = toObjects(cellsOf('account.report.download_agents', 'ok-account-in-spanish'));
		expect(row).toEqual({
			'Nombre del agente': 'Grace Agent',
			'Conversaciones asignadas': '5',
			'Promedio de tiempo de la primera respuesta': '8 minutos',
			'Tiempo promedio de resolución': '8 horas 50 minutos',
			'Tiempo promedio de espera del cliente': '8 minutos 10 segundos',
			'Número de resoluciones': '6',
		});
	});

	test('of the traffic is a row for each hour, with its days', () => {
		const rows = toObjects(
			cellsOf('account.report.download_conversation_traffic', 'zone-name-html-escaped'),
		);
		expect(rows[0]).toEqual({ 'Start of the hour': '00:00', '2026-11-20': '0' });
		expect(rows[9]).toEqual({ 'Start of the hour': '09:00', '2026-11-20': '1' });
		expect(rows[23]).toEqual({ 'Start of the hour': '23:00', '2026-11-20': '0' });
	});

	test('of the CSAT answers keeps quotes, commas and formulas', () => {
		const comments = (name: string) =>
			toObjects(cellsOf('account.csat.download', name)).map((row) => row['Feedback Comment']);
		expect(comments('ok')).toEqual([
			'Feedback 3',
			'Feedback for 5, "quoted"; ünïcode',
			'',
			'Feedback 9',
			'',
			'',
		]);
		expect(comments('formula-not-escaped')).toEqual(['=1+1']);
	});

	test('of the SLAs has its two events in one cell', () => {
		const rows = toObjects(cellsOf('account.applied_sla.download', 'ok'));
		expect(rows.map((row) => row['Breached Events'])).toEqual([
			...['frt, rt', 'frt, rt', 'frt, rt', 'frt, rt', 'frt'],
		]);
	});
});

describe('a file of the service', () => {
	test('with quotes, commas and entities in a name, as the document shows it', () => {
		const name = '&quot;north, &quot;&quot;east&quot;&quot; &amp; co&quot;';
		expect(report('Team name,Conversations count', `${name},3`)).toEqual([
			['Team name', 'Conversations count'],
			['north, "east" & co', '3'],
		]);
	});

	test.each([
		['&#39;=1+1', '=1+1'],
		['&#39;-1', '-1'],
		['&#39;+1', '+1'],
		['&#39;@a', '@a'],
		['&#39;%a', '%a'],
		['&#39;|a', '|a'],
		['&#39;\ta', '\ta'],
		['&#39;n Sync', "'n Sync"],
		['&#39;', "'"],
		['&amp;lt;', '&lt;'],
		['&lt;b&gt; &copy;', '<b> &copy;'],
		['&quot;two\nlines&quot;', 'two\nlines'],
		['&quot;two\n\nlines&quot;', 'two\n\nlines'],
	])('has the escapes of a report taken off: %j', (sent, cell) => {
		expect(report('Team name,Conversations count', `${sent},3`)[1]).toEqual([cell, '3']);
	});

	test('that escapes nothing keeps what looks escaped, without the guard of a formula', () => {
		expect(read("Comment,Rating\n&amp;,1\n'=1,2\n")).toEqual([
			['Comment', 'Rating'],
			['&amp;', '1'],
			['=1', '2'],
		]);
	});

	test('has its note in the first line or in the last', () => {
		const table = [
			['a', 'b'],
			['1', '2'],
		];
		expect(read('Period\n\n\na,b\n1,2\n', { note: 'first' })).toEqual(table);
		expect(read('"Zone, or so",UTC\n\n\na,b\n1,2\n', { note: 'first' })).toEqual(table);
		expect(read('a,b\n1,2\nPeriod\n')).toEqual(table);
		expect(read('a,b\n1,2\nPeriod\n', { note: undefined })).toEqual([...table, ['Period', '']]);
		expect(read('a,b\n1,2\n')).toEqual(table);
	});

	test('has blank lines, but no empty rows', () => {
		const lines = ['', 'a,b', '', '  ', ',', '1,2', ''];
		expect(read(lines.join('\n'))).toEqual([
			['a', 'b'],
			['', ''],
			['1', '2'],
		]);
	});

	test('gets the names that its header lacks, also without rows', () => {
		const columns = ['A', 'B', 'C'];
		expect(read('a,b\n1,2,3\n', { columns })).toEqual([
			['a', 'b', 'C'],
			['1', '2', '3'],
		]);
		expect(read('a,b\n', { columns })).toEqual([['a', 'b', 'C']]);
		expect(read('a,b,c\n1,2,3\n', { columns })[0]).toEqual(['a', 'b', 'c']);
		expect(read('a,\n1,2,3,4\n', { columns })[0]).toEqual(['a', 'B', 'C', 'Column 4']);
	});

	test('has rows as long as its header', () => {
		expect(read('a,b,c\n1,2\n')).toEqual([
			['a', 'b', 'c'],
			['1', '2', ''],
		]);
	});

	test('loses no column of two with one name', () => {
		expect(toObjects(read('a,b,a\n1,2,3\n'))).toEqual([{ a: '1', b: '2', 'a (3)': '3' }]);
	});

	test('may begin with a byte order mark', () => {
		expect(read('\ufeffa,b\n')).toEqual([['a', 'b']]);
	});

	test.each([
		['of nothing', '', 'first'],
		['of the note alone', 'Period\n', 'first'],
		['of blank lines', '\n\n', 'last'],
	] as const)('%s holds no table', (_, text, note) => {
		expect(() => read(text, { note })).toThrow('The CSV file from Chatwoot contains no table');
	});
});

describe('a text of comma-separated values', () => {
	test.each<[string, string[][]]>([
		['', []],
		['a', [['a']]],
		['a\n', [['a']]],
		['\n', [['']]],
		[',', [['', '']]],
		['a,\nb', [['a', ''], ['b']]],
		['a\r\nb\n', [['a'], ['b']]],
		['"a"\r\n"b"', [['a'], ['b']]],
		['"",""""', [['', '"']]],
		['"a,b\r\nc","d ""e"""', [['a,b\r\nc', 'd "e"']]],
		[' a , b ', [[' a ', ' b ']]],
	])('is read: %j', (text, rows) => {
		expect(parse(text)).toEqual(rows);
	});

	test.each([
		['"a', 1],
		['a"b', 1],
		['a\n"b"c', 2],
		['a\nb\n "c"', 3],
		['a\rb', 1],
		['"a""', 1],
	])('is refused: %j, in row %d', (text, row) => {
		expect(() => parse(text)).toThrow(`The CSV file from Chatwoot is malformed in row ${row}`);
	});

	test('may hold a long one', () => {
		const long = '"'.repeat(1_000_000) + 'x'.repeat(5_000_000);
		expect(parse(writeTable([[long, 'a']], {}))[0][0] === long).toBe(true);
	});

	const cell = fc.oneof(
		fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', ' ', "'", '=', '-', '1', 'ü') }),
		fc.string({ unit: 'binary' }),
	);
	const rows = fc.array(fc.array(cell, { minLength: 1 }));

	test('is read as it was written, whatever the cells hold', () => {
		fc.assert(fc.property(rows, (cells) => expect(parse(writeTable(cells, {}))).toEqual(cells)));
	});

	test('is read as it was written, with the line ends of Windows', () => {
		const line = fc.string({ unit: fc.constantFrom('"', ',', 'a', ' ') });
		fc.assert(
			fc.property(fc.array(fc.array(line, { minLength: 1 })), (cells) =>
				expect(parse(writeTable(cells, {}).replaceAll('\n', '\r\n'))).toEqual(cells),
			),
		);
	});

	test('begins no cell with a formula where it is escaped', () => {
		fc.assert(
			fc.property(rows, (cells) => {
				const escaped = parse(writeTable(cells, { escape_formulas: true }));
				for (const [index, row] of escaped.entries())
					for (const [column, text] of row.entries()) {
						const before = cells[index][column];
						expect(text.replaceAll("'", '')).toBe(before.replaceAll("'", ''));
						expect(text).toMatch(/^$|^[^=+\-@\t\r]|^-\d+(\.\d+)?$/);
					}
			}),
		);
	});

	/** Cells as a spreadsheet reads them that splits lines at another character. */
	const splitAt = (separator: string, text: string): string[] =>
		text.split('\n').flatMap((line) => {
			try {
				return [...rowsIn(line, { separator, lenient: true, malformed: () => new Error() })].flat();
			} catch {
				// A quote that does not end: all of it is one cell.
				return [line.replaceAll('"', '')];
			}
		});
	const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦'];
	const blanks = ['', ' ', '\u00a0', '\u200b', '\ufeff', '\t', '\u3000', '"', ' "'];
	const anyCell = fc
		.array(fc.constantFrom(...signs, ...blanks, ';', '|', ',', '\n', '\r', 'x', '1+1', "'"), {
			maxLength: 8,
		})
		.map((parts) => parts.join(''));

	test.each([';', '\t', '|'])(
		'begins no cell with a formula in a spreadsheet that splits lines at %j',
		(separator) => {
			fc.assert(
				fc.property(fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 })), (cells) => {
					const text = writeTable(cells, { escape_formulas: true });
					for (const read of splitAt(separator, text)) {
						const [first = ''] = read.replace(/^[\s\p{Cc}\p{Cf}]+/u, '').normalize('NFKC');
						if (!/^\s*-\d+(\.\d+)?\s*$/.test(read))
							expect([read, first]).not.toContain(/[=+\-@]/.exec(first)?.[0]);
					}
				}),
			);
		},
	);

	test.each([
		['=1+1', "'=1+1"],
		['+14155550402', "'+14155550402"],
		['-1+1', "'-1+1"],
		['@a', "'@a"],
		['\ta', "'\ta"],
		['\ra', '"\'\ra"'],
		['-12', '-12'],
		['-1.5', '-1.5'],
		['-', "'-"],
		['-12\n=1', '"\'-12\n\'=1"'],
		['1', '1'],
		["'=1", "'=1"],
		[' =1', "' =1"],
		['\u00a0=1', "'\u00a0=1"],
		['\u200b=1', "'\u200b=1"],
		['＝1+1', "'＝1+1"],
		['－1', "'－1"],
		['x;=1+1;', "x;'=1+1;"],
		['x; +1', "x;' +1"],
		['x|@a', "x|'@a"],
		['x\t=1', "x\t'=1"],
		['x;"=1+1;"', `"x;'""=1+1;"""`],
		['x;-5', 'x;-5'],
		['a=b; c-d', 'a=b; c-d'],
	])('is safe in a spreadsheet: %j', (before, written) => {
		expect(writeTable([[before, 'b']], { escape_formulas: true })).toBe(`${written},b\n`);
		expect(parse(writeTable([[before, 'b']], {}))).toEqual([[before, 'b']]);
	});

	test('has a byte order mark only where it is wanted', () => {
		expect(writeTable([['ü']], { byte_order_mark: true })).toBe('\ufeffü\n');
		expect(writeTable([['ü']], { byte_order_mark: false })).toBe('ü\n');
	});
});
