import type { IDataObject } from 'n8n-workflow';
import { explained } from '../../../../shared/tasks/explain';
import type { Call } from '../../../../shared/vocabulary';

/**
 * For `run`: sends the fields in a wrapper, without which the service loses related categories. Chatwoot
 * 4.10 answers 500 for a portal that does not exist.
 */
export async function wrapped({ request, records, values }: Call): Promise<IDataObject[]> {
	request.body = { category: request.body };
	return await explained(
		records(),
		`The portal "${String(values.portal_slug)}" may not exist: older releases answer 500 in this case.`,
	);
}
