import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import {
	account,
	conversation,
	message,
	operation,
	text,
	type Call,
} from '../../../shared/vocabulary';
import { readMessage } from './parts/single';

/** The stored translation: if there is one, the service answers with an empty body. */
async function stored(call: Call): Promise<unknown> {
	const { content_attributes: attributes } = await readMessage(call);
	const { translations } = (attributes ?? {}) as { translations?: IDataObject };
	return translations?.[String(call.values.target_language)];
}

export const translate = operation({
	name: 'Translate',
	action: 'Translate a message',
	gives: 'Returns the translated text',
	description:
		'Requires the Google Translate integration. Chatwoot stores the translation with the message.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}/translate',
	path: [account(), conversation(), message()],
	body: [
		text('target_language', {
			hint: 'Code of the language to translate into',
			placeholder: 'e.g. de',
		}),
	],
	run: async (call) => {
		const reply = (await call.send(call.request)) as IDataObject | '';
		const content = reply ? reply.content : await stored(call);
		if (!content)
			throw new ServiceError(
				'Chatwoot returned no translation: the Google Translate integration may be missing',
				{ status: 200, hint: 'Set it up in Chatwoot under Settings → Integrations.' },
			);
		return [{ content: content as string }];
	},
});
