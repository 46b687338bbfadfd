import type { IDataObject } from 'n8n-workflow';
import { isObject, isSame } from '../values';

const lacking = (record: object, fields: object) =>
	Object.entries(fields).filter(
		([name, value]) => !isSame((record as IDataObject)[name] ?? null, value),
	) as Array<[string, IDataObject[string]]>;

/** What of these fields a record has otherwise. The service merges objects: of them the keys that differ. */
export const differing = (record: IDataObject, fields: IDataObject): IDataObject =>
	Object.fromEntries(
		lacking(record, fields).flatMap(([name, value]): Array<[string, IDataObject[string]]> => {
			if (!isObject(value)) return [[name, value]];
			const changed = lacking(record[name] ?? {}, value);
			return changed.length ? [[name, Object.fromEntries(changed)]] : [];
		}),
	);
