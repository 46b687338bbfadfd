import type { IDataObject } from 'n8n-workflow';
import { isObject, isSame } from '../values';

type Entries = Array<[string, IDataObject[string]]>;

const lacking = (there: unknown, wanted: object): Entries =>
	Object.entries(wanted).filter(
		([name, value]) => !isSame((isObject(there) ? there[name] : null) ?? null, value),
	) as Entries;

/** The fields whose values differ from the record's. Chatwoot merges objects, so for objects only the keys that differ. */
export const differing = (record: IDataObject, fields: IDataObject): IDataObject =>
	Object.fromEntries(
		lacking(record, fields).flatMap(([name, value]): Entries => {
			if (!isObject(value)) return [[name, value]];
			const changed = lacking(record[name], value);
			return changed.length ? [[name, Object.fromEntries(changed)]] : [];
		}),
	);
