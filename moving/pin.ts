import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';
import { toRecords } from '../nodes/shared/transport/pages';
import { itemMaker } from '../nodes/shared/transport/simplify';
import { record } from '../nodes/shared/vocabulary/reply';
import type { Done } from './nodes';
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
			const output = done.get(name)?.origin.output;
			if (!output || !Array.isArray(items)) return [name, items];
			const isSimple = !withoutSimplify.has(name);
			return [name, items.flatMap((item) => pinnedItems(output, item, isSimple))];
		}),
	);
}

/** A pinned item is the JSON itself, or n8n's item with `json` in it. */
function pinnedItems(output: Output, item: IDataObject, isSimple: boolean): IDataObject[] {
	if (!isObject(item.json)) return itemsOf(output, item, isSimple);
	const { json, ...rest } = item;
	return itemsOf(output, json as IDataObject, isSimple).map((one) => ({ ...rest, json: one }));
}

function itemsOf(output: Output, json: IDataObject, isSimple: boolean): IDataObject[] {
	const { definition, values, version, gives } = output;
	const records = gives === 'body' ? toRecords(json, definition.reply ?? record()) : [json];
	return isSimple ? records.map(itemMaker(definition, values, version)) : records;
}
