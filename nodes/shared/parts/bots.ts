import { avatar, url, type Settings } from '../vocabulary';

/**
 * Where an agent bot is reached.
 * @param shown where replies have the address
 */
export const botAddress = (shown?: Settings['shown']) =>
	url('outgoing_url', {
		label: 'Webhook URL',
		hint: 'Address that receives the events of the bot',
		max: 2048,
		shown,
		clear: null,
	});

/** Its picture, as a file or by its address. */
export const botPicture = () => [
	avatar(),
	url('avatar_url', {
		shown: false,
		hint: 'Address of a picture that the service fetches in the background',
	}),
];
