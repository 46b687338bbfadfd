import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import type { Call } from '../../../../shared/vocabulary';

/** For a user who is not in the account, the service answers 200 but adds no member. */
export async function membersOf({ values, records }: Call): Promise<IDataObject[]> {
	const [{ members }] = await records();
	const present = (members as IDataObject[]).map(({ id }) => id);
	const { user_ids: chosen = [] } = values;
	const missing = (chosen as number[]).filter((id) => !present.includes(id)).join(', ');
	if (missing)
		throw new ServiceError(
			`These users are not agents of the account and cannot be members: ${missing}`,
			{
				status: 200,
				fields: ['user_ids'],
			},
		);
	return [{ members }];
}
