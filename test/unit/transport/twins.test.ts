import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters } from '../../../nodes/shared/transport/parameters';
import { recordsOf } from '../../../nodes/shared/transport/turns';
import { nodes } from '../../../truth/surfaces';
import { delay } from '../../support/clock';
import { json, runAt } from '../../support/run';
import { listen } from '../../support/server';

test('updates of a portal take turns, whatever slugs they give', () => {
	const { update } = nodes.CustomerConversationHelpCenter.resources.portal.operations;
	const keysOf = (slug: string) => {
		const values = { portal_slug: 'help', slug };
		const request = { method: 'PATCH', path: '/api/v1/accounts/1/portals/help' };
		return recordsOf(update, { values, request } as unknown as ItemParameters);
	};
	const shared = keysOf('help-2').filter((key) => keysOf('help-3').includes(key));
	expect(shared).toHaveLength(1);
});

test('the second of two twins is refused, as the service refuses what it has', async () => {
	const stored = new Set<string>();
	// Looks, and stores a moment later, as the service does.
	const server = await listen(async ({ body }) => {
		const { short_code: code } = JSON.parse(String(body)) as { short_code: string };
		const isTaken = stored.has(code);
		await delay(5);
		stored.add(code);
		return isTaken
			? json({ message: 'Short code has already been taken', attributes: ['short_code'] }, 422)
			: json({ id: stored.size, short_code: code, content: 'Hello' });
	});
	try {
		const codes = ['hi', 'bye', 'hi', 'later', 'bye'];
		const { items } = await runAt(
			server.url,
			'cannedResponse.create',
			{ short_code: '={{ $json.code }}', content: 'Hello' },
			{
				items: codes.map((code) => ({ json: { code } })),
				onError: 'continueRegularOutput',
			},
		);
		const messages = items.map(
			({ json: { error } }) => (error as IDataObject | undefined)?.message,
		);
		const taken = 'Short code has already been taken';
		expect(messages).toEqual([undefined, undefined, taken, undefined, taken]);
	} finally {
		await server.close();
	}
});
