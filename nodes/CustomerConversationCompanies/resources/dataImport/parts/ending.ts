import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { recordOf } from '../../../../shared/steps';
import { worded } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/**
 * For `run`: sends the request, and fails if nothing happened, which the service also answers with 200.
 * @param wanted the statuses of the import after success
 * @param may hint: which imports can get one of these statuses
 */
export const bringing =
	(wanted: string[], may: string) =>
	async ({ values, records }: Call): Promise<IDataObject[]> => {
		const found = recordOf((await records())[0]);
		const { id } = found;
		const status = typeof found.status === 'string' ? found.status : 'without a status';
		const isOther = id !== values.data_import_id;
		if (!isOther && wanted.includes(status)) return [found];
		throw new ServiceError(
			isOther
				? `Import ${worded(id)} is running, so nothing was done with import ${String(values.data_import_id)}`
				: `Import ${worded(id)} is ${status}, so nothing was done`,
			{
				status: 200,
				fields: ['data_import_id'],
				hint: isOther ? 'Only one import per account can run at a time.' : may,
			},
		);
	};
