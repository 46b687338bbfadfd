import type { IDataObject } from 'n8n-workflow';
import type { FormFile } from '../support/form';
import { json } from '../support/run';
import type { Row } from './lists';
import type { Records } from './records';
import { hasChange } from './releases';
import type { Route } from './routes';

/** Milliseconds after which the service begins an import. */
const LATER = 60_000;

/** The rows of a CSV file as Ruby reads it: commas only, and no sign between a quote and a comma. */
function rowsOf(content: Buffer): string[][] {
	const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
	const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)];
	if (cells.map(([whole]) => whole).join('') !== text) throw new Error('malformed');
	const rows: string[][] = [[]];
	for (const [, quoted, plain = '', end] of cells) {
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end === '\n') rows.push([]);
	}
	return rows.filter((row) => row.some(Boolean));
}

const KEYS = ['identifier', 'email', 'phone_number'];

const isValid = ({ email, phone_number: phone }: IDataObject) =>
	(!email || /^[^@\s]+@[^@\s]+$/.test(String(email))) &&
	(!phone || /\+[1-9]\d{1,14}$/.test(String(phone)));

/** The imports of contacts: what the job and the manager of contacts do with a file. */
export function importRoutes(records: Records): Route[] {
	const imports: Row[] = [];
	const isKnown = hasChange(records.release, 'importsLabels');

	/** An empty cell is null. */
	function contactOf(row: IDataObject): IDataObject {
		const { name, identifier, email, phone_number: phone, ...all } = row;
		const { labels, ...others } = all;
		const company = isKnown ? 'company_name' : 'company';
		return {
			name,
			identifier,
			email: email && String(email).toLowerCase(),
			phone_number: phone && `+${String(phone).replace(/^\+/, '')}`,
			additional_attributes: { [company]: row[company], city: row.city },
			custom_attributes: isKnown ? others : { ...others, ...('labels' in all ? { labels } : {}) },
		};
	}

	/** The first contact that has a key of this one. */
	const knownAs = (contact: IDataObject, among: IDataObject[]) =>
		KEYS.map((key) => among.find((row) => contact[key] && row[key] === contact[key])).find(Boolean);

	function work(content: Buffer, entry: IDataObject): void {
		const [headings, ...rows] = rowsOf(content);
		const made: IDataObject[] = [];
		let refused = 0;
		for (const cells of rows) {
			const row = Object.fromEntries(headings.map((key, index) => [key, cells[index] || null]));
			const contact = contactOf(row as IDataObject);
			const labels = isKnown
				? String(row.labels ?? '')
						.split(',')
						.filter(Boolean)
				: [];
			const isListed = labels.every((label) => records.labels.includes(label.toLowerCase()));
			const known = knownAs(contact, records.contacts);
			const isTaken = KEYS.some((key) =>
				records.contacts.some((one) => contact[key] && one !== known && one[key] === contact[key]),
			);
			if (!isListed || !isValid(contact) || isTaken) refused++;
			else if (known) {
				const { custom_attributes: attributes, ...fields } = contact;
				Object.assign(
					known,
					Object.fromEntries(Object.entries(fields).filter(([, value]) => value)),
					{
						custom_attributes: {
							...(known.custom_attributes as IDataObject),
							...(attributes as IDataObject),
						},
					},
				);
			} else made.push(contact);
		}
		const isFirst = (one: IDataObject, index: number) => !knownAs(one, made.slice(0, index));
		for (const contact of made.filter(isFirst))
			records.contact({ ...contact, created_at: records.moment() });
		const processed = rows.length - refused;
		Object.assign(entry, {
			status: 'completed',
			total_records: rows.length,
			processed_records: processed,
		});
	}

	const unlessHidden = (answer: () => unknown): unknown =>
		!isKnown
			? undefined
			: records.features.data_import
				? answer()
				: json({ error: 'You are not authorized to do this action' }, 401);

	return [
		[
			'POST contacts/import',
			({ body }) => {
				const { content } = body.import_file as unknown as FormFile;
				const entry: Row = { id: imports.length + 1, data_type: 'contacts', status: 'pending' };
				imports.unshift(entry);
				setTimeout(() => {
					try {
						work(content, entry);
					} catch {
						entry.status = 'failed';
					}
				}, LATER).unref?.();
				return { status: 200 };
			},
		],
		['GET data_imports', () => unlessHidden(() => ({ payload: imports }))],
		[
			'GET data_imports/#',
			({ ids: [id] }) => unlessHidden(() => imports.find((row) => row.id === id)),
		],
	];
}
