import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import { lookAfter } from '../../shared/tasks/looking';
import { steps } from '../../shared/steps';
import { at, worded } from '../../shared/values';
import { flag, integer, optional, records, type Call, type Needs } from '../../shared/vocabulary';

/** Milliseconds between two looks. The service begins after about a minute. */
const PAUSE = 5000;

/** Whether the operation ends with the import, and after how long without it. */
export const waiting = () =>
	optional(
		flag('wait_until_done', {
			feature: 'Data Import',
			since: (on) => (on ? [{ since: '4.16' }] : []),
			hint: 'Whether to wait for the end of the import, and tell how many rows were taken and refused. On Chatwoot 4.16 or newer',
		}),
		integer('wait_minutes', {
			label: 'Wait at Most (Minutes)',
			hint: 'With Wait Until Done; an import that takes longer goes on, and is an error here. Default: 10.',
			default: 10,
			range: [1, 240],
		}),
	);

/** Of the list of imports, which Wait Until Done reads. */
const NEEDS: Needs = { role: 'administrator', feature: 'Data Import' };

const ids = (rows: IDataObject[]) => rows.map(({ id }) => Number(id));

/** The service tells no number of the import that it has just taken: it is the one that is new. */
function newest(before: IDataObject[], after: IDataObject[]): number {
	const known = Math.max(0, ...ids(before));
	const found = ids(after.filter(({ data_type: type }) => type === 'contacts'));
	const added = found.filter((id) => id > known);
	if (added.length === 1) return added[0];
	throw new ServiceError(
		added.length
			? `Other imports began in the same moment, it is one of ${added.join(', ')}`
			: 'The service took the file, but lists no new import',
		{ hint: 'The import may go on. Data Import → Get Many tells what becomes of it.' },
	);
}

/** What came of an import. @throws ServiceError where it took nothing */
function outcomeOf({ id, status, total_records, processed_records }: IDataObject): IDataObject {
	const total = Number(total_records ?? 0);
	const taken = Number(processed_records ?? 0);
	if (status !== 'completed' || total === 0)
		throw new ServiceError(
			status === 'completed'
				? `Import ${worded(id)} found no rows in the file`
				: `Import ${worded(id)} ended as ${worded(status)}, with ${taken} of ${total} rows`,
			{ status: 200, fields: ['import_file'], hint: 'It must be a CSV file with a header.' },
		);
	return {
		data_import_id: id,
		status,
		total_records: total,
		processed_records: taken,
		refused_records: total - taken,
	};
}

/** The import once it has ended. @returns nothing where it has not after so many minutes */
async function endOf(call: Call, path: string, minutes: number): Promise<unknown> {
	const pauses = Array<number>((minutes * 60_000) / PAUSE).fill(PAUSE);
	return await lookAfter(call, pauses, async () => {
		const found = await call.send({ method: 'GET', path });
		return ['pending', 'processing'].includes(String(at(found, 'status'))) ? undefined : found;
	});
}

/** For `run`: sends the file, and waits for what comes of it where that is chosen. */
export async function importing(call: Call): Promise<IDataObject[]> {
	const { request, values, list, records: send } = call;
	if (!values.wait_until_done) return await send();
	const path = request.path.replace(/\/contacts\/import$/, '/data_imports');
	const all = async () => await list({ method: 'GET', path, needs: NEEDS }, records('payload'));
	const minutes = Number(values.wait_minutes ?? 10);
	const step = steps();
	const before = await all();
	await step('Sending the file', send, () => 'the file was taken');
	const id = newest(before, await step('Finding the import', all, () => 'its import was found'));
	const ended = await step(
		`Waiting for import ${id}`,
		async () => await endOf(call, `${path}/${id}`, minutes),
		() => 'it ended',
	);
	if (ended) return [outcomeOf(ended as IDataObject)];
	throw new ServiceError(`Import ${id} is not done after ${minutes} minutes`, {
		hint: 'It goes on. Data Import → Get tells what becomes of it.',
	});
}
