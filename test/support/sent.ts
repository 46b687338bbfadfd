import { type IDataObject } from 'n8n-workflow';
import { versionOf, type Release } from '../../truth/recordings';
import { nodeNameOf } from '../../truth/surfaces';
import { json, originalOf, runAt } from './run';
import { listen } from './server';

/** What goes out to a server of this release, or what is refused before. */
export async function sent(
	release: Release,
	operation: string,
	parameters: IDataObject,
	path: RegExp,
) {
	const server = await listen(({ path: requestPath }) => {
		if (requestPath === '/api') return json({ version: versionOf(release) });
		const isContact = /contacts\/\d+$/.test(requestPath);
		return json({ payload: isContact ? { id: 5, contact_inboxes: [] } : [], id: 1 });
	});
	try {
		const node = originalOf(nodeNameOf(`account.${operation}`));
		const { error } = await runAt(server.url, operation, parameters, { node });
		const request = server.received.find(
			({ path: requestPath, body: requestBody }) =>
				path.test(requestPath) && requestBody.length > 0,
		);
		const body = request && (JSON.parse(request.body.toString()) as IDataObject);
		return body ? { body } : { refused: error?.message };
	} finally {
		await server.close();
	}
}
