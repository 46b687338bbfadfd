import type { Call } from '../../shared/vocabulary';

/**
 * Makes sure that the conversation which a request names is there: the service takes any number.
 * @throws ServiceError where it is not, or the token may not read it
 */
export async function checkConversation({ request, values, send }: Call): Promise<void> {
	if (values.conversation_id === undefined) return;
	const path = request.path.replace(
		/\/captain\/.*/,
		`/conversations/${String(values.conversation_id)}`,
	);
	await send({ method: 'GET', path, needs: request.needs });
}
