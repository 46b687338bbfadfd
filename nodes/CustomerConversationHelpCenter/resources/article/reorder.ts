import { isObject } from '../../../shared/values';
import { account, ids, nothing, operation, portal } from '../../../shared/vocabulary';
import { placing } from '../category/parts/placing';

export const reorder = operation({
	name: 'Reorder',
	action: 'Reorder articles',
	gives: 'Returns the new positions (since Chatwoot 4.16), or success',
	needs: { role: 'administrator' },
	description:
		'Sets the positions 10, 20, 30 and so on. Since Chatwoot 4.16 the other articles of the category follow. On 4.10 an unknown ID stops it halfway.',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/reorder',
	path: [account(), portal()],
	body: [
		ids('article_ids', {
			as: 'positions_hash',
			label: 'Article IDs',
			hint: 'IDs in the new order, separated by commas, or a list from an expression',
		}),
	],
	reply: nothing,
	run: async (call) => {
		const [{ positions, ...reply }] = await placing(call);
		if (!isObject(positions)) return [reply];
		const places = Object.entries(positions as Record<string, number>);
		places.sort(([, one], [, other]) => one - other);
		return [{ positions: places.map(([id, position]) => ({ article_id: Number(id), position })) }];
	},
});
