import { own, type Shape } from '../../../../shared/vocabulary';

/** A connection with an app. Agents see no settings. */
export const HOOK: Shape = {
	...own('id', 'app_id'),
	enabled: 'status',
	...own('hook_type'),
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	settings: 'settings?',
};

export const APP: Shape = {
	...own('id', 'name', 'description', 'enabled'),
	hooks: ['hooks', HOOK],
};
