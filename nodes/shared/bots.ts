import { url } from './fields';
import { avatar } from './files';

/** Where an agent bot is reached, and its picture. */
export const botDetails = () => [
	url('outgoing_url', {
		label: 'Webhook URL',
		hint: 'Address that receives the events of the bot',
		max: 2048,
		clear: null,
	}),
	avatar(),
	url('avatar_url', { hint: 'Address of a picture that the service fetches in the background' }),
];
