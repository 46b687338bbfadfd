import type { Shape } from '../../../../shared/vocabulary';

/** An inbox through which the contact can be reached. */
export const PLACE: Shape = {
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	channel_type: 'inbox.channel_type',
	source_id: 'source_id',
};
