import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../nodes/shared/faults';
import { isObject } from '../nodes/shared/values';
import { toRecords } from '../nodes/shared/transport/pages';
import { itemMaker } from '../nodes/shared/transport/simplify';
import { record } from '../nodes/shared/vocabulary/reply';
import type { Path } from './expressions';
import type { Done, Origin } from './nodes';
import type { Output } from './outputs';
import type { Plan } from './plan';
import type { Workflow } from './workflow';

/** Pinned items of converted nodes as our nodes would return them. */
export function pin(
	pinData: NonNullable<Workflow['pinData']>,
	done: Map<string, Done>,
	{ withoutSimplify }: Plan,
): Workflow['pinData'] {
	return Object.fromEntries(
		Object.entries(pinData).map(([name, items]) => {
			const { output, place, pinned } = done.get(name)?.origin ?? {};
			if (!Array.isArray(items)) return [name, items];
			if (place)
				return [name, items.flatMap((item) => inJson(item, (json) => [placed(json, place)]))];
			const isSimple = !withoutSimplify.has(name);
			if (pinned)
				return [name, items.flatMap((item) => inJson(item, (json) => [pinned(json, isSimple)]))];
			if (!output) return [name, items];
			return [
				name,
				items.flatMap((item) => inJson(item, (json) => itemsOf(output, json, isSimple))),
			];
		}),
	);
}

/** A pinned item is the JSON itself, or n8n's item with `json` in it. */
function inJson(item: IDataObject, change: (json: IDataObject) => IDataObject[]): IDataObject[] {
	if (!isObject(item.json)) return change(item);
	const { json, ...rest } = item;
	return change(json as IDataObject).map((one) => ({ ...rest, json: one }));
}

/** An item whose values are elsewhere now; those in an object that has no place move out of it. */
function placed(json: IDataObject, place: NonNullable<Origin['place']>): IDataObject {
	const inside = (key: string, value: unknown): Array<[Path, unknown]> =>
		Object.entries(isObject(value) ? value : {}).map(([inner, one]) => [[key, inner], one]);
	const values = Object.entries(json).flatMap(([key, value]): Array<[Path, unknown]> =>
		place([key]) ? [[[key], value]] : inside(key, value),
	);
	return Object.fromEntries(
		values.map(([path, value]) => [place(path)?.[0], value]),
	) as IDataObject;
}

function itemsOf(output: Output, json: IDataObject, isSimple: boolean): IDataObject[] {
	const { definition, values, version, gives, envelope } = output;
	const reply = envelope && isObject(json[envelope]) ? (json[envelope] as IDataObject) : json;
	try {
		const records = gives === 'body' ? toRecords(reply, definition.reply ?? record()) : [reply];
		return isSimple ? records.map(itemMaker(definition, values, version)) : records;
	} catch (error) {
		// What is pinned may be no reply of Chatwoot.
		if (error instanceof ServiceError) return [json];
		throw error;
	}
}
