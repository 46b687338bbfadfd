import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput, faultOf, ServiceError } from '../../shared/faults';
import { steps, unlessForbidden, unlessGone } from '../../shared/steps';
import { isOn } from '../../shared/tasks/features';
import { pollUntilFound } from '../../shared/tasks/pollUntilFound';
import { at, worded } from '../../shared/values';
import {
	CONTACT_KEYS,
	flag,
	front,
	headingColumns,
	integer,
	isSince,
	mapped,
	optional,
	pick,
	records,
	versionOf,
	type Call,
	type Needs,
} from '../../shared/vocabulary';
import { ENCODINGS } from '../../shared/formats/textFile';
import {
	IMPORT_FIELDS,
	readContacts,
	firstOf,
	refusedRow,
	writeContacts,
	type ImportRow,
	type ReadFile,
	type RefusedRow,
} from './importFile';
import { conditionsOf, contactsWith, hasKey } from './people';

/** Milliseconds between two checks. The service starts an import after about a minute. */
const PAUSE = 5000;

/** An import is taken to have ended after this many checks in which nothing more arrived. */
const QUIET = 6;

/** Number of rows that one look-up searches for. */
const TOGETHER = 25;

/** Largest number of rows whose contacts are looked up. */
const MOST_COUNTED = 20_000;

/** Largest number of refused rows that an item lists. */
const MOST_LISTED = 1000;

const columns = headingColumns('contact_attribute', IMPORT_FIELDS);

/** How the columns of the file are read, and whether to wait for the end of the import. */
export const importOptions = () => [
	front(
		mapped('columns', columns, {
			shown: false,
			hint: 'Headings of the file, e.g. telefone for Phone Number. Only needed for headings that differ from the field; several headings with commas between them are joined.',
		}),
	),
	optional(
		pick('encoding', ENCODINGS, {
			hint: 'Encoding of the file. UTF-8, UTF-16 and Western European are detected.',
		}),
		flag('known_columns_only', {
			hint: 'Whether to leave out columns that are neither a field of contacts nor a custom attribute of the account',
		}),
		flag('wait_until_done', {
			hint: 'Whether to wait for the import to finish and return how many contacts were created, updated and refused. On unless you add this option and turn it off.',
		}),
		integer('wait_minutes', {
			label: 'Maximum Wait (Minutes)',
			hint: 'If the import takes longer, it continues in Chatwoot, but this node fails. Default: 10.',
			default: 10,
			range: [1, 240],
		}),
	),
];

/** What reading the list of imports needs. */
const NEEDS: Needs = { role: 'administrator', feature: 'Data Import' };

const numbers = (rows: Array<{ row: number }>): string => firstOf(rows.map(({ row }) => row));

/** The file as it is sent, read with what the account and its release know. @throws BadInput */
async function reading(call: Call): Promise<ReadFile> {
	const { request, values, host, list } = call;
	const [file] = request.files ?? [];
	const account = request.path.replace(/\/contacts\/import$/, '');
	const read = await readContacts(file.content, values, {
		country: host.defaultCountry,
		attributes: async () => {
			const found = await list(
				{
					method: 'GET',
					path: `${account}/custom_attribute_definitions`,
					query: { attribute_model: 'contact_attribute' },
				},
				records(),
			);
			return found.map(({ attribute_key: key, attribute_display_name: label }) => ({
				key: String(key),
				label: String(label),
			}));
		},
		rename: async (target) => {
			if (target !== 'company_name') return target;
			return isSince(await versionOf(call), '4.14') ? target : 'company';
		},
		labels: async () => {
			if (isSince(await versionOf(call), '4.16')) {
				const found = await list({ method: 'GET', path: `${account}/labels` }, records('payload'));
				return found.map(({ title }) => String(title).toLowerCase());
			}
			host.hint(
				'Chatwoot imports labels since 4.16. This release stores the column as the custom attribute labels.',
			);
			return undefined;
		},
	}).catch((error: unknown) => {
		const { message, fields } = faultOf(error);
		const [field = 'import_file'] = fields;
		throw badInput(`${field === 'columns' ? 'Columns' : 'Input Binary Field'} ${message}`, [field]);
	});
	const { rows, refused, hints } = read;
	if (rows.length === 0)
		throw new BadInput(
			`Input Binary Field has no row that can be imported. ${refused
				.slice(0, 5)
				.map(({ row, reason }) => `Row ${row}: ${reason}`)
				.join(' ')}`,
			['import_file'],
		);
	const nameless = rows.filter(({ cells }) => !CONTACT_KEYS.some((key) => cells[key]));
	for (const hint of hints) host.hint(hint);
	if (nameless.length)
		host.hint(
			`Only a name, without an email, phone number or identifier: row ${numbers(nameless)}. Chatwoot does not list these contacts, and each import adds them again.`,
		);
	request.files = [
		{
			...file,
			fileName: file.fileName.replace(/(\.\w+)?$/, '.csv'),
			mimeType: 'text/csv',
			content: Buffer.from(writeContacts(read)),
		},
	];
	return read;
}

const ids = (rows: IDataObject[]) => rows.map(({ id }) => Number(id));

/** The service does not return the ID of the import: it is the one that is new in the list. */
function newest(before: IDataObject[], after: IDataObject[]): number {
	const known = Math.max(0, ...ids(before));
	const found = ids(after.filter(({ data_type: type }) => type === 'contacts'));
	const added = found.filter((id) => id > known);
	if (added.length === 1) return added[0];
	throw new ServiceError(
		added.length
			? `Several imports started at the same time: this one is among ${added.join(', ')}`
			: 'Chatwoot accepted the file, but lists no new import',
		{ hint: 'The import may still be running. Data Import → Get Many shows its status.' },
	);
}

/** An import that has ended. @throws ServiceError if it failed or found no rows */
function ended(found: IDataObject): IDataObject {
	const { id, status, total_records, processed_records } = found;
	const total = Number(total_records ?? 0);
	if (status === 'completed' && total > 0) return found;
	throw new ServiceError(
		status === 'completed'
			? `Import ${worded(id)} found no rows in the file`
			: `Import ${worded(id)} ended with the status ${worded(status)} after ${Number(processed_records ?? 0)} of ${total} rows`,
		{
			status: 200,
			fields: ['import_file'],
			hint: 'The file must be a CSV file with a header row.',
		},
	);
}

const pausesOf = (minutes: number) => Array<number>((minutes * 60_000) / PAUSE).fill(PAUSE);

const late = (which: string, minutes: number, where: string) =>
	new ServiceError(`${which} did not finish within ${minutes} min`, {
		hint: `It continues in Chatwoot. ${where}`,
	});

/** Waits for the end of the import in the list of imports. */
async function endOf(call: Call, path: string, id: number, minutes: number): Promise<IDataObject> {
	const found = await pollUntilFound(call, pausesOf(minutes), async () => {
		const read = await call.send({ method: 'GET', path: `${path}/${id}` });
		return ['pending', 'processing'].includes(String(at(read, 'status'))) ? undefined : read;
	});
	if (found) return ended(found as IDataObject);
	throw late(`Import ${id}`, minutes, 'Data Import → Get shows its status.');
}

const keysOf = ({ cells }: ImportRow) => CONTACT_KEYS.filter((key) => cells[key]);

/** The contacts with a key of these rows, by the number of the row. */
async function contactsOf(
	call: Call,
	path: string,
	rows: ImportRow[],
): Promise<Map<number, IDataObject[]>> {
	const parts = Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, index) =>
		rows.slice(index * TOGETHER, (index + 1) * TOGETHER),
	);
	const found = await Promise.all(
		parts.map(async (part) => {
			const conditions = part.flatMap((row) =>
				keysOf(row).flatMap((key) => conditionsOf(key, row.cells[key])),
			);
			const contacts = await contactsWith(call, path, conditions);
			return part.map((row): [number, IDataObject[]] => [
				row.row,
				contacts.filter((contact) =>
					keysOf(row).some((key) => hasKey(contact, key, row.cells[key])),
				),
			]);
		}),
	);
	return new Map(found.flat());
}

const hasAllKeys = (contact: IDataObject, row: ImportRow) =>
	keysOf(row).every((key) => hasKey(contact, key, row.cells[key]));

/** Whether a contact already has what the row would change. */
function isAsInRow(contact: IDataObject, row: ImportRow, { columns: names }: ReadFile): boolean {
	const stored = (contact.custom_attributes ?? {}) as IDataObject;
	return (
		hasAllKeys(contact, row) &&
		names.every((name) => {
			if (name === 'name') return !row.cells.name || contact.name === row.cells.name;
			return CONTACT_KEYS.includes(name) || (stored[name] ?? '') === (row.cells[name] ?? '');
		})
	);
}

/** Contacts that show when the import has ended, for accounts in which no list of imports can be read. */
interface Sample {
	rows: ImportRow[];
	isDone: (contact: IDataObject, row: ImportRow) => boolean;
}

/** New contacts come last, all together. If there are none, contacts that the file changes. */
function sampleOf(read: ReadFile, rows: ImportRow[], before: Map<number, IDataObject[]>): Sample {
	const added = rows.filter(({ row }) => !before.get(row)?.length);
	if (added.length) return { rows: added.slice(-TOGETHER), isDone: hasAllKeys };
	const isDone = (contact: IDataObject, row: ImportRow) => isAsInRow(contact, row, read);
	const changed = rows.filter((row) => !before.get(row.row)?.some((one) => isDone(one, row)));
	return { rows: changed.slice(-TOGETHER), isDone };
}

/** Waits until the contacts of the sample are there, or until no more arrive. */
async function arrivalOf(
	call: Call,
	path: string,
	{ rows, isDone }: Sample,
	minutes: number,
): Promise<void> {
	let [last, quiet] = [0, 0];
	const done = await pollUntilFound(call, pausesOf(minutes), async () => {
		const found = await contactsOf(call, path, rows);
		const count = rows.filter((row) => found.get(row.row)?.some((one) => isDone(one, row))).length;
		quiet = count === last ? quiet + 1 : 0;
		last = count;
		return count === rows.length || (count > 0 && quiet >= QUIET) || undefined;
	});
	if (!done)
		throw late('The import', minutes, 'Chatwoot emails the administrators when it has ended.');
}

const NOT_IMPORTED =
	'Chatwoot refused it. Its email, phone number, identifier or labels may not fit; the email to the administrators has the reason.';

/** The result as an item. @param status of the import; `pending` if its end was not seen */
function itemOf(
	{ total, refused }: ReadFile,
	status: string,
	counts: IDataObject = {},
	others: RefusedRow[] = [],
): IDataObject {
	const all = [...refused, ...others].sort((one, other) => one.row - other.row);
	return {
		success: true,
		status,
		total_records: total,
		...counts,
		refused_records: all.length,
		refused_rows: all.slice(0, MOST_LISTED) as unknown as IDataObject[],
	};
}

/** For `run`: sends the file and waits for the end of the import, unless that is switched off. */
export async function importing(call: Call): Promise<IDataObject[]> {
	const { request, values, list, host, records: send } = call;
	const read = await reading(call);
	const path = request.path.replace(/\/import$/, '');
	const imports = path.replace(/\/contacts$/, '/data_imports');
	const all = async () =>
		await list({ method: 'GET', path: imports, needs: NEEDS }, records('payload'));
	const finish = (item: IDataObject) => {
		const { refused_records: count, refused_rows: rows } = item;
		if (count)
			host.hint(
				`Not imported: row ${numbers(rows as unknown as RefusedRow[])} of the file. The item's refused_rows has the reasons.`,
			);
		return [item];
	};
	if (values.wait_until_done === false) {
		await send();
		return finish(itemOf(read, 'pending'));
	}
	const minutes = Number(values.wait_minutes ?? 10);
	const step = steps();
	const before = await unlessForbidden(unlessGone(all()));
	// The lists of an account with this feature leave out imported contacts.
	const isHidden = await isOn(call, 'crm_v2');
	const keyed = read.rows.filter((row) => keysOf(row).length);
	const isCounted = !isHidden && keyed.length <= MOST_COUNTED;
	const known = isCounted ? await contactsOf(call, path, keyed) : undefined;
	const sample = known && sampleOf(read, keyed, known);
	await step('Sending the file', send, () => 'the file was accepted');
	let found: IDataObject | undefined;
	if (before) {
		const id = newest(before, await step('Finding the import', all, () => 'the import was found'));
		found = await step(
			`Waiting for import ${id}`,
			async () => await endOf(call, imports, id, minutes),
			() => 'it ended',
		);
	} else if (sample?.rows.length) {
		await step(
			'Waiting for the contacts',
			async () => await arrivalOf(call, path, sample, minutes),
			() => 'they arrived',
		);
	} else {
		host.hint(
			`The file was sent, but it cannot be seen when its import ends: ${
				isHidden
					? 'with the account feature crm_v2 Chatwoot hides imported contacts'
					: 'this token can read no list of imports, and no contact shows it'
			}. Chatwoot emails the result to the administrators.`,
		);
		return finish(itemOf(read, 'pending'));
	}
	const ending = found && { data_import_id: found.id };
	if (!known) {
		const processed = Number(found?.processed_records ?? 0);
		const item = itemOf(read, 'completed', { ...ending, processed_records: processed });
		return finish({ ...item, refused_records: read.total - processed });
	}
	const now = await step(
		'Counting the contacts',
		async () => await contactsOf(call, path, keyed),
		() => 'they were counted',
	);
	const isThere = (row: ImportRow) => now.get(row.row)?.some((one) => hasAllKeys(one, row));
	const missing = keyed.filter((row) => !isThere(row));
	const updated = keyed.filter((row) => isThere(row) && known.get(row.row)?.length).length;
	// Chatwoot may have refused what a row changes in a contact that is there.
	const processed = Math.min(
		read.rows.length - missing.length,
		Number(found?.processed_records ?? Infinity),
	);
	const counts = {
		...ending,
		processed_records: processed,
		created_records: Math.max(0, processed - updated),
		updated_records: updated,
	};
	const others = missing.map((row) => refusedRow(row, NOT_IMPORTED));
	const item = itemOf(read, 'completed', counts, others);
	return finish({ ...item, refused_records: read.total - processed });
}
