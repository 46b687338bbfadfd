import { avatar, url, type Settings } from '../vocabulary';

/**
 * The URL of an agent bot.
 * @param shown path of the URL in replies
 */
export const botAddress = (shown?: Settings['shown']) =>
	url('outgoing_url', {
		label: 'Webhook URL',
		hint: 'URL that receives the events of the bot',
		max: 2048,
		shown,
		clear: null,
	});

/** The avatar of an agent bot, as a file or a URL. */
export const botPicture = () => [
	...avatar(),
	url('avatar_url', {
		shown: false,
		hint: 'URL of an image, which Chatwoot fetches in the background. It reports no failure.',
	}),
];
