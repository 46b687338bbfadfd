import type { Call } from '../../shared/vocabulary';

/**
 * Checks that the conversation of a request exists, because the service accepts any number.
 * @throws ServiceError if it does not exist, or the token cannot read it
 */
export async function checkConversation({ request, values, send }: Call): Promise<void> {
	if (values.conversation_id === undefined) return;
	const path = request.path.replace(
		/\/captain\/.*/,
		`/conversations/${String(values.conversation_id)}`,
	);
	await send({ method: 'GET', path, needs: request.needs });
}
