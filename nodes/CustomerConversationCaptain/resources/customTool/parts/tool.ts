import type { IDataObject } from 'n8n-workflow';
import { nested } from '../../../../shared/values';
import type { Call, Needs } from '../../../../shared/vocabulary';

/** Since 4.16 the service requires one of two features; this one is only for tools. */
export const NEEDS: Needs = {
	edition: 'enterprise',
	since: '4.7',
	feature: 'Custom Tools',
	featureSince: '4.16',
};

/** For `run`: sends the authentication as one object. */
export async function withAuthentication({ request, records }: Call): Promise<IDataObject[]> {
	request.body = nested(request.body);
	return await records();
}
