import { asIs, type Shape } from '../../../../shared/vocabulary';

/** A connection to an app. Agents do not see its settings. */
export const HOOK: Shape = {
	...asIs('id', 'app_id'),
	enabled: 'status',
	...asIs('hook_type'),
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	settings: 'settings?',
};

export const APP: Shape = {
	...asIs('id', 'name', 'description', 'enabled'),
	hooks: ['hooks', HOOK],
};
