import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../shared/vocabulary';

const KEYS = ['email', 'phone_number', 'identifier'];

/**
 * For `run`: shows a hint if nobody will find the contact that is written. Its other fields do not matter:
 * Chatwoot lists, searches and filters only contacts with one of the three.
 */
export async function withFindable({ request, host, records }: Call): Promise<IDataObject[]> {
	const found = await records();
	const { body = {}, method } = request;
	const isChanged = method === 'POST' || KEYS.some((key) => body[key] === null);
	if (isChanged && found.every((contact) => KEYS.every((key) => !contact[key])))
		host.hint(
			'A contact without an email, phone number and identifier is in no list, search or filter. Only its ID finds it.',
		);
	return found;
}
