import type { IDataObject } from 'n8n-workflow';
import { nested } from '../../../../shared/values';
import type { Call, Needs } from '../../../../shared/vocabulary';

/** The service asks for the feature since the release; of two that open it this is the tools' own. */
export const NEEDS: Needs = {
	edition: 'enterprise',
	since: '4.7',
	feature: 'Custom Tools',
	featureSince: '4.16',
};

/** For `run`: what the address asks of the caller goes out as one object. */
export async function withAuthentication({ request, records }: Call): Promise<IDataObject[]> {
	request.body = nested(request.body);
	return await records();
}
