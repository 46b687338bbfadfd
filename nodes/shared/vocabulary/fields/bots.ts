import { url } from './fields';
import { avatar } from './uploads';

/** Where an agent bot is reached, and its picture. */
export const botDetails = () => [
	url('outgoing_url', {
		label: 'Webhook URL',
		hint: 'Address that receives the events of the bot',
		max: 2048,
		// With 4.10 the replies of the platform API have the name in its place.
		shown: false,
		clear: null,
	}),
	avatar(),
	url('avatar_url', {
		shown: false,
		hint: 'Address of a picture that the service fetches in the background',
	}),
];
