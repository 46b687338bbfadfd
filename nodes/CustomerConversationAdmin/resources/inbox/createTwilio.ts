import {
	account,
	choice,
	INBOX,
	includeSecrets,
	operation,
	optional,
	phone,
	pick,
	record,
	secret,
	simplified,
	text,
} from '../../../shared/vocabulary';

/** The service asks Twilio first, and creates no inbox if Twilio refuses. */
export const createTwilio = operation({
	name: 'Create for Twilio',
	action: 'Create an inbox with a phone provider',
	gives: 'Returns the new inbox for SMS or WhatsApp',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/channels/twilio_channel',
	path: [account()],
	body: [
		text('name'),
		pick('medium', { sms: 'SMS', whatsapp: 'WhatsApp' }),
		text('account_sid', { label: 'Account SID' }),
		secret('auth_token', { hint: 'If you set an API Key SID, the secret of that key' }),
		choice('send_from', {
			phone_number: { name: 'Phone Number', parts: [phone('phone_number')] },
			messaging_service: {
				name: 'Messaging Service',
				parts: [text('messaging_service_sid', { label: 'Messaging Service SID' })],
			},
		}),
		optional(text('api_key_sid', { label: 'API Key SID' })),
	],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), INBOX),
});
