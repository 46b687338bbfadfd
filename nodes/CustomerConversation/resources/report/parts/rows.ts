import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../../../shared/vocabulary';
import { earlier } from './compare';
import { isAverage, withTexts } from './figures';
import { without } from '../../../../shared/values';

/**
 * The rows of a report; with "Compare With" each also has the figures of the earlier period.
 * @param key names the record of a row
 * @param rowsOf reads them from the reply
 */
export async function summaryRows(
	call: Call,
	key: string,
	rowsOf: (body: unknown) => IDataObject[],
): Promise<IDataObject[]> {
	const { request, send } = call;
	const ask = async (bounds: object = {}) =>
		rowsOf(await send({ ...request, query: { ...request.query, ...bounds } }));
	const figuresOf = (row: IDataObject): IDataObject => without(row, key, 'name');
	/** Figures of zero, for channels that have no row because they have no conversations. */
	const none = (row: IDataObject): IDataObject =>
		Object.fromEntries(
			Object.keys(figuresOf(row)).map((figure) => [figure, isAverage(figure) ? null : 0]),
		);
	const present = await ask();
	const bounds = earlier(call);
	if (!bounds) return present.map(withTexts);
	const before = new Map((await ask(bounds)).map((row) => [row[key], row]));
	const only = new Map(before);
	for (const row of present) only.delete(row[key]);
	return [...present, ...[...only.values()].map((row) => ({ ...row, ...none(row) }))].map(
		(row) => ({
			...withTexts(row),
			previous: withTexts(figuresOf(before.get(row[key]) ?? none(row))),
		}),
	);
}
