import { email, text } from '../vocabulary';

/** The domain of an account for incoming email. */
export const emailDomain = () =>
	text('domain', {
		hint: 'Domain for incoming email, e.g. reply.example.com',
		max: 100,
		clear: null,
	});

/**
 * If the account has none, replies show the server's support email, if there is one. Chatwoot answers 500 to
 * more than 100 characters.
 */
export const supportEmail = () => email('support_email', { max: 100, clear: null, shown: false });
