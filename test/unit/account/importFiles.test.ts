import type { IDataObject } from 'n8n-workflow';
import { decodeText } from '../../../nodes/shared/formats/textFile';
import type { Release } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { fastClock } from '../../support/clock';
import { onEachRelease } from '../../support/releases';

/** Contact → Import: files as people export them, and what becomes of them. */

fastClock();

/** A mapper as n8n stores it. */
const mapped = (value: Record<string, string>): IDataObject => ({
	columns: {
		mappingMode: 'defineBelow',
		value,
		schema: Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' })),
	},
});

interface File {
	content: Buffer;
	mimeType?: string;
	fileName?: string;
}

const utf8 = (text: string): Buffer => Buffer.from(text);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();
const withMark = (content: Buffer, ...mark: number[]) =>
	Buffer.concat([Buffer.from(mark), content]);

async function importing(
	{ content, mimeType = 'text/csv', fileName = 'contacts.csv' }: File,
	parameters: IDataObject = {},
	account = new FakeChatwoot(),
	credentials: Record<string, string> = {},
) {
	const data = { data: content.toString('base64'), mimeType, fileName };
	const outcome = await account.run(
		'contact.import',
		{ import_file: 'data', ...parameters },
		{ items: [{ json: {}, binary: { data } }], credentials },
	);
	const [item] = outcome.items.map(({ json }) => json);
	return { ...outcome, item, account, posts: account.bodies('POST contacts/import') };
}

/** The contacts of the account, by what people see of them. */
const contactsOf = ({ contacts }: FakeChatwoot) =>
	contacts.map(({ name, email, phone_number }) => [name, email, phone_number]);

const ANA = ['Ana Müller', 'ana@example.com', '+4915112345678'];
const JOAO = ['João, Zé', 'joao@example.com', '+5511987654321'];

const table = (separator: string, end: string, headings: string[], ...rows: string[][]) =>
	[headings, ...rows].map((cells) => cells.join(separator) + end).join('');

const DE = ['Name', 'E-Mail', 'Telefon'];
const PT = ['Nome', 'E-mail', 'Telefone'];
const EN = ['Name', 'Email', 'Phone Number'];
const QUOTED = ['"João, Zé"', JOAO[1], JOAO[2]];
const excelEnd = '\r\n';

/** Files as spreadsheets and other programs export two contacts. */
const shapes: Array<[program: string, file: File, parameters?: IDataObject]> = [
	[
		'Excel in German: CSV with semicolons in Windows-1252',
		{
			content: latin(table(';', excelEnd, DE, ANA, ['João, Zé', ...JOAO.slice(1)])),
			mimeType: 'application/vnd.ms-excel',
		},
		mapped({ phone_number: 'Telefon' }),
	],
	[
		'Excel in German: CSV UTF-8 with a byte order mark',
		{ content: withMark(utf8(table(';', excelEnd, DE, ANA, QUOTED)), 0xef, 0xbb, 0xbf) },
		mapped({ phone_number: 'telefon' }),
	],
	[
		'Excel in German: with its separator in the first line and empty rows below',
		{ content: latin(`sep=;\r\n${table(';', excelEnd, DE, ANA, QUOTED, ['', '', ''])}`) },
		mapped({ phone_number: 'Telefon' }),
	],
	[
		'Excel in Portuguese: CSV with semicolons, other headings',
		{ content: latin(table(';', excelEnd, PT, ANA, QUOTED)), mimeType: 'application/octet-stream' },
		mapped({ name: 'nome', phone_number: 'telefone' }),
	],
	[
		'Excel in Portuguese: Unicode text, UTF-16 with tabs',
		{
			content: withMark(little(table('\t', excelEnd, PT, ANA, QUOTED)), 0xff, 0xfe),
			mimeType: 'text/plain',
			fileName: 'contatos.txt',
		},
		mapped({ name: 'Nome', phone_number: 'Telefone' }),
	],
	[
		'Excel in English: CSV with commas',
		{ content: latin(table(',', excelEnd, EN, ANA, QUOTED)), mimeType: 'text/csv;charset=utf-8' },
	],
	[
		'Excel for Mac in English: carriage returns',
		{ content: utf8(table(',', '\r', EN, ANA, QUOTED)) },
	],
	[
		'Google Sheets: no line break at the end',
		{ content: utf8(table(',', '\r\n', EN, ANA, QUOTED).trimEnd()), fileName: 'Sheet1.csv' },
	],
	[
		'Google Contacts: two columns of the name, line breaks in cells, empty columns',
		{
			content: utf8(
				table(
					',',
					'\n',
					['First Name', 'Last Name', 'Notes', 'E-mail 1 - Value', 'Phone 1 - Value', 'Birthday'],
					['Ana', 'Müller', '"VIP,\n""since"" 2020"', ANA[1], '+49 (0)151 12345678', ''],
					['"João,"', 'Zé', '', JOAO[1], '+55 (11) 98765-4321', ''],
				),
			),
		},
		mapped({
			name: 'First Name, Last Name',
			email: 'E-mail 1 - Value',
			phone_number: 'Phone 1 - Value',
		}),
	],
	[
		'a program of Windows: UTF-16 LE without a mark',
		{ content: little(table('\t', '\r\n', EN, ANA, QUOTED)) },
	],
	[
		'LibreOffice: every cell in quotes, UTF-16 BE without a mark',
		{
			content: big(
				table(
					';',
					'\n',
					...([EN, ANA, JOAO].map((row) => row.map((cell) => `"${cell}"`)) as [string[]]),
				),
			),
		},
	],
	[
		'Numbers: with the name of the table above',
		{ content: utf8(`Tabelle 1;;\r\n${table(';', '\r\n', DE, ANA, QUOTED)}`) },
		mapped({ phone_number: 'Telefon' }),
	],
	[
		'a database: pipes, numbers as text and as numbers',
		{
			content: utf8(
				table(
					'|',
					'\n',
					['NAME', 'EMAIL', 'PHONE-NUMBER'],
					[ANA[0], ANA[1], '="+4915112345678"'],
					[JOAO[0], JOAO[1], '5511987654321.0'],
				),
			),
		},
	],
	[
		'an export of Chatwoot, guarded against formulas',
		{
			content: utf8(
				table(',', '\n', ['name', 'email', 'phone_number'], [ANA[0], ANA[1], `'${ANA[2]}`], QUOTED),
			),
		},
	],
];

describe('imports the two contacts of a file by', () => {
	for (const [program, file, parameters] of shapes)
		onEachRelease(program, async (release: Release) => {
			const { error, item, account, posts } = await importing(
				file,
				parameters,
				new FakeChatwoot(release),
			);
			expect(error).toBeUndefined();
			expect(contactsOf(account)).toEqual([ANA, JOAO]);
			expect(item).toMatchObject({
				...{ success: true, status: 'completed', total_records: 2 },
				...{ created_records: 2, updated_records: 0, refused_records: 0, refused_rows: [] },
			});
			expect(posts).toHaveLength(1);
		});
	afterAll(() => process.stdout.write(`${shapes.length} shapes of files\n`));
});

const BAD = utf8(
	[
		'name;email;phone_number;identifier;plan',
		'Ana;ana@example.com;+4915112345678;;gold',
		';;;;',
		';;;;gold',
		'Bea;bea@example;0151 22;;',
		'Cid;cid example.com;;;',
		'Dan;;4,91511E+12;;',
		'Eva;ANA@example.com;;;',
		'Fay;;;;',
		`${'x'.repeat(256)};g@example.com;;;`,
		';;;c-7;',
		'',
	].join('\r\n'),
);

onEachRelease(
	'lists the rows that cannot become a contact, and imports the others',
	async (release) => {
		const { item, hints, account } = await importing(
			{ content: BAD },
			{},
			new FakeChatwoot(release),
		);
		expect(item).toMatchObject({
			...{ total_records: 9, processed_records: 3, created_records: 3, refused_records: 6 },
		});
		expect(
			(item.refused_rows as IDataObject[]).map(({ row, reason }) => [row, String(reason)]),
		).toEqual([
			[4, 'It has no name, email, phone number or identifier.'],
			[
				5,
				expect.stringMatching(/^Phone Number "0151 22" has no country code: .*, or set Default /),
			],
			[6, '"cid example.com" is not an email address.'],
			[7, expect.stringContaining('"4,91511E+12" is a number in scientific notation')],
			[8, 'Email ana@example.com is also in row 2.'],
			[10, 'Name has more than 255 characters.'],
		]);
		expect(account.contacts.map(({ name, identifier }) => name ?? identifier)).toEqual([
			...['Ana', 'Fay', 'c-7'],
		]);
		const shownHints = hints.join('\n');
		expect(shownHints).toContain('Not imported: row 4, 5, 6, 7, 8, 10 of the file');
		expect(shownHints).toContain(
			'Only a name, without an email, phone number or identifier: row 9',
		);
		expect(shownHints).toContain('no custom attributes for "plan"');
	},
);

const refusals: Array<[string, Buffer, IDataObject, string]> = [
	[
		'without a known heading',
		utf8('nome;telefone\nAna;+4915112345678\n'),
		{},
		'Input Binary Field has no column name, email, phone_number or identifier. Its headings are "nome", "telefone". Say in Columns',
	],
	[
		'that lacks a mapped heading',
		utf8('name;telefone\nAna;+4915112345678\n'),
		mapped({ phone_number: 'fone' }),
		'Columns names no column of the file with "fone" for Phone Number. The file has "name", "telefone"',
	],
	[
		'with two columns for one field',
		utf8('Email;E-Mail\na@example.com;b@example.com\n'),
		{},
		'Input Binary Field has two columns for Email: "Email" and "E-Mail"',
	],
	['without rows', utf8('name,email\n\n'), {}, 'has no rows below its headings'],
	['without bytes', Buffer.alloc(0), {}, 'is empty: contacts.csv has 0 bytes'],
	[
		'with a quote that never ends',
		utf8('name,email\n"Ana,ana@example.com\n'),
		{},
		'has a cell in row 2 that begins with a quote and never ends',
	],
	['of Excel', withMark(utf8('...'), 0x50, 0x4b, 3, 4), {}, 'Extract from File'],
	['of an old Excel', withMark(utf8('...'), 0xd0, 0xcf, 0x11, 0xe0), {}, 'Extract from File'],
	['of an image', Buffer.from([0x89, 0x50, 0, 0, 0, 13]), {}, 'is not a text file'],
	[
		'with damaged UTF-8',
		Buffer.concat([utf8('name\nMüller\n'), latin('Jörg\n')]),
		{},
		'has bytes in line 3 that are not UTF-8',
	],
	[
		'in which no row can be imported',
		utf8('email\nana\n'),
		{},
		'has no row that can be imported. Row 2: "ana" is not an email address.',
	],
];

test.each(refusals)('sends nothing of a file %s', async (_, content, parameters, words) => {
	const { error, account } = await importing({ content }, parameters);
	expect(error?.message).toContain(words);
	expect(account.requests().filter((one) => !one.startsWith('GET'))).toEqual([]);
});

onEachRelease('counts contacts that it created, updated and could not change', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(1, () => ({ name: 'Old', email: 'ana@example.com', custom_attributes: {} }));
	const text = 'name,email,company\nAna,ana@example.com,ACME\nBea,bea@example.com,\n';
	const { item } = await importing({ content: utf8(text) }, {}, account);
	expect(item).toMatchObject({ created_records: 1, updated_records: 1, refused_records: 0 });
	const key = release === '4.10' ? 'company' : 'company_name';
	expect(account.contacts[0]).toMatchObject({
		name: 'Ana',
		additional_attributes: { [key]: 'ACME' },
	});
	// Only changes of contacts that are there: the end is seen by them.
	const again = await importing(
		{ content: utf8('name,email\nAnna,ana@example.com\n') },
		{},
		account,
	);
	expect(again.item).toMatchObject({ status: 'completed', created_records: 0, updated_records: 1 });
	expect(account.contacts).toHaveLength(2);
});

onEachRelease('lists rows that only Chatwoot refuses', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(1, () => ({ name: 'A', email: null, identifier: 'a-1' }));
	account.addContacts(1, () => ({ name: 'B', email: 'b@example.com', identifier: null }));
	// Refused for a reason that the node cannot know.
	account.before('POST contacts/filter', () => {
		account.contacts = account.contacts.filter(({ email }) => email !== 'd@example.com');
	});
	const text = 'identifier,email\na-1,b@example.com\n,c@example.com\n,d@example.com\n';
	const { item } = await importing({ content: utf8(text) }, {}, account);
	expect(item).toMatchObject({ created_records: 1, updated_records: 0, refused_records: 2 });
	expect((item.refused_rows as IDataObject[]).map(({ row }) => row)).toEqual([2, 4]);
});

test('prefers a mapped column to one with the name of the field, and says so', async () => {
	const content = utf8('email;Privat\nwork@example.com;ana@example.com\n');
	const { account, hints } = await importing({ content }, mapped({ email: 'privat' }));
	expect(account.contacts.map(({ email }) => email)).toEqual(['ana@example.com']);
	expect(hints.join()).toContain('Columns names other columns for the same fields: "email"');
});

test('uses the list of imports if it can be read', async () => {
	const account = new FakeChatwoot('4.16');
	account.features = { data_import: true };
	const { item } = await importing({ content: utf8('name\nAna\n') }, {}, account);
	expect(item).toMatchObject({ data_import_id: 1, status: 'completed', created_records: 1 });
	expect(account.requests()).toContain('GET data_imports/1');
});

test('says that the end cannot be seen, and does not wait for it', async () => {
	const { item, hints } = await importing({ content: utf8('name\nAna\n') });
	expect(item).toMatchObject({ success: true, status: 'pending', total_records: 1 });
	expect(hints.join()).toContain('cannot be seen when its import ends');
	const hidden = new FakeChatwoot('4.10');
	hidden.features = { crm_v2: true };
	const other = await importing({ content: utf8('email\na@example.com\n') }, {}, hidden);
	expect(other.item).toMatchObject({ status: 'pending' });
	expect(other.hints.join()).toContain('crm_v2');
});

test('matches custom attributes by key or name, and leaves out other columns if that is chosen', async () => {
	const account = new FakeChatwoot('4.16');
	account.attributes = [{ attribute_key: 'plan_type', attribute_display_name: 'Tarif' }];
	const content = utf8('email;tarif;Notiz\na@example.com;Gold;x\n');
	await importing({ content }, { options: { known_columns_only: true } }, account);
	expect(account.contacts[0].custom_attributes).toMatchObject({ plan_type: 'Gold' });
	expect(account.contacts[0].custom_attributes).not.toHaveProperty('Notiz');
});

test("reads numbers of the credential's country", async () => {
	const content = utf8('name;phone_number\nAna;0151 12345678\n');
	const { account } = await importing({ content }, {}, new FakeChatwoot(), {
		default_country: 'DE',
	});
	expect(account.contacts[0].phone_number).toBe('+4915112345678');
});

test('refuses rows with labels that the account lacks', async () => {
	const account = new FakeChatwoot('4.16');
	account.labels.push('vip');
	const content = utf8(
		'email;labels\na@example.com;VIP\nb@example.com;vip;gold\nc@example.com;"vip;gold"\n',
	);
	const { item } = await importing({ content }, {}, account);
	expect(item.refused_rows).toMatchObject([{ row: 4, reason: 'The account has no label "gold".' }]);
});

test('reads an encoding that is chosen', () => {
	const content = Buffer.from([0xcf, 0xf0, 0xe8]);
	expect(decodeText(content, 'windows-1251')).toEqual({ text: 'При', isGuess: false });
	expect(decodeText(content)).toEqual({ text: 'Ïðè', isGuess: true });
});
