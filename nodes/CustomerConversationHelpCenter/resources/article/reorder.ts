import { isObject } from '../../../shared/values';
import { account, ids, operation, portal } from '../../../shared/vocabulary';
import { placing } from '../category/parts/placing';

export const reorder = operation({
	name: 'Reorder',
	action: 'Reorder articles',
	gives: 'The new positions from Chatwoot 4.16 on, before it success',
	needs: { role: 'administrator' },
	description:
		'Gives them the positions 10, 20, 30 …. From 4.16 on the others of their categories follow; on 4.10 an unknown ID ends it halfway.',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/reorder',
	path: [account(), portal()],
	body: [
		ids('article_ids', {
			as: 'positions_hash',
			label: 'Article IDs',
			hint: 'In their new order, separated by commas, or a list by expression',
		}),
	],
	run: async (call) => {
		const [{ positions, ...reply }] = await placing(call);
		if (!isObject(positions)) return [reply];
		const places = Object.entries(positions as Record<string, number>);
		places.sort(([, one], [, other]) => one - other);
		return [{ positions: places.map(([id, position]) => ({ article_id: Number(id), position })) }];
	},
});
