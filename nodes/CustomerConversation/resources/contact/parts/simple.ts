import { own, type Shape } from '../../../../shared/vocabulary';

export const NOTE: Shape = {
	...own('id', 'content'),
	user_id: 'user.id',
	user_name: 'user.name',
	...own('created_at', 'updated_at'),
};

/** Where the contact can be written to. */
export const PLACE: Shape = {
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	channel_type: 'inbox.channel_type',
	source_id: 'source_id',
};
