import { json, pick, text, url } from '../../../shared/fields';
import { file } from '../../../shared/files';

/** On an update `null` in place of the configuration is ignored, an empty object empties it. */
export const others = () => [
	text('description', { clear: null }),
	url('outgoing_url', {
		label: 'Webhook URL',
		hint: 'Address that receives the events of the bot',
		max: 2048,
		clear: null,
	}),
	file('avatar', { types: ['image/jpeg', 'image/png', 'image/gif'], megabytes: 15 }),
	url('avatar_url', { hint: 'Address of a picture that the service fetches in the background' }),
	pick('bot_type', { webhook: 'Webhook' }),
	json('bot_config', {
		label: 'Configuration',
		hint: 'Object with free keys, stored as a whole; beside an avatar file all values become text',
		clear: {},
	}),
];
