import { asIs, type Shape } from '../../../../shared/vocabulary';

export const BOT: Shape = {
	...asIs('id', 'name', 'description', 'bot_type', 'outgoing_url', 'bot_config', 'system_bot'),
	avatar_url: 'thumbnail',
	access_token: 'access_token?',
	secret: 'secret?',
	warning: 'warning?',
};
