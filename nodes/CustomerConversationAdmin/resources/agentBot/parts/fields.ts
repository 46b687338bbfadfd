import { botPicture } from '../../../../shared/parts/bots';
import { json, pick, text } from '../../../../shared/vocabulary';

/** In an update, the service ignores `null` for the configuration; an empty object clears it. */
export const details = () => [
	text('description', { clear: null }),
	...botPicture(),
	pick('bot_type', { webhook: 'Webhook' }),
	json('bot_config', {
		label: 'Configuration',
		hint: 'Object with any keys. It is saved as a whole.',
		clear: {},
	}),
];
