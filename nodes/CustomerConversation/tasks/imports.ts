import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import { pollUntilFound } from '../../shared/tasks/pollUntilFound';
import { steps } from '../../shared/steps';
import { at, worded } from '../../shared/values';
import { flag, integer, optional, records, type Call, type Needs } from '../../shared/vocabulary';

/** Milliseconds between two checks. The service starts an import after about a minute. */
const PAUSE = 5000;

/** Whether to wait for the end of the import, and how long at most. */
export const waiting = () =>
	optional(
		flag('wait_until_done', {
			feature: 'Data Import',
			since: (on) => (on ? [{ since: '4.16' }] : []),
			hint: 'Whether to wait for the import to finish and return how many rows were imported and rejected (Chatwoot 4.16 or later)',
		}),
		integer('wait_minutes', {
			label: 'Maximum Wait (Minutes)',
			hint: 'Only with Wait Until Done. If the import takes longer, it continues in Chatwoot, but this node fails. Default: 10.',
			default: 10,
			range: [1, 240],
		}),
	);

/** What reading the list of imports needs, which Wait Until Done does. */
const NEEDS: Needs = { role: 'administrator', feature: 'Data Import' };

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

/** The result of an import that has ended. @throws ServiceError if it failed or found no rows */
function outcomeOf({ id, status, total_records, processed_records }: IDataObject): IDataObject {
	const total = Number(total_records ?? 0);
	const processed = Number(processed_records ?? 0);
	if (status !== 'completed' || total === 0)
		throw new ServiceError(
			status === 'completed'
				? `Import ${worded(id)} found no rows in the file`
				: `Import ${worded(id)} ended with the status ${worded(status)} after ${processed} of ${total} rows`,
			{
				status: 200,
				fields: ['import_file'],
				hint: 'The file must be a CSV file with a header row.',
			},
		);
	return {
		data_import_id: id,
		status,
		total_records: total,
		processed_records: processed,
		refused_records: total - processed,
	};
}

/** Waits for the end of the import. @returns undefined if it takes more than these minutes */
async function endOf(call: Call, path: string, minutes: number): Promise<unknown> {
	const pauses = Array<number>((minutes * 60_000) / PAUSE).fill(PAUSE);
	return await pollUntilFound(call, pauses, async () => {
		const found = await call.send({ method: 'GET', path });
		return ['pending', 'processing'].includes(String(at(found, 'status'))) ? undefined : found;
	});
}

/** For `run`: sends the file and, if chosen, waits for the end of the import. */
export async function importing(call: Call): Promise<IDataObject[]> {
	const { request, values, list, records: send } = call;
	if (!values.wait_until_done) return await send();
	const path = request.path.replace(/\/contacts\/import$/, '/data_imports');
	const all = async () => await list({ method: 'GET', path, needs: NEEDS }, records('payload'));
	const minutes = Number(values.wait_minutes ?? 10);
	const step = steps();
	const before = await all();
	await step('Sending the file', send, () => 'the file was accepted');
	const id = newest(before, await step('Finding the import', all, () => 'the import was found'));
	const ended = await step(
		`Waiting for import ${id}`,
		async () => await endOf(call, `${path}/${id}`, minutes),
		() => 'it ended',
	);
	if (ended) return [outcomeOf(ended as IDataObject)];
	throw new ServiceError(`Import ${id} did not finish within ${minutes} min`, {
		hint: 'It continues in Chatwoot. Data Import → Get shows its status.',
	});
}
