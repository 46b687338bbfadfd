import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { recordOf } from '../../../../shared/steps';
import { worded } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/**
 * For `run`: sends the request, whose reply is 200 where nothing happened, too.
 * @param wanted what the import is then
 * @param may which imports can be brought there
 */
export const bringing =
	(wanted: string[], may: string) =>
	async ({ values, records }: Call): Promise<IDataObject[]> => {
		const found = recordOf((await records())[0]);
		const { id } = found;
		const status = typeof found.status === 'string' ? found.status : 'without a status';
		const other = id !== values.data_import_id;
		if (!other && wanted.includes(status)) return [found];
		throw new ServiceError(
			other
				? `Import ${worded(id)} is running: nothing was done with import ${String(values.data_import_id)}`
				: `Import ${worded(id)} is ${status}: nothing was done`,
			{
				status: 200,
				fields: ['data_import_id'],
				hint: other ? 'Only one import of an account runs at a time.' : may,
			},
		);
	};
