import { email, phone, text, url } from '../../../../shared/vocabulary';

/** What contacts say about themselves. */
export const person = () => [text('name', { max: 255 }), email('email'), phone('phone_number')];

export const picture = () =>
	url('avatar_url', { shown: false, hint: 'URL of an image, which Chatwoot downloads' });
