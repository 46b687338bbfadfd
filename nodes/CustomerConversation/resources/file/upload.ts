import { account, choice, file, operation, url } from '../../../shared/vocabulary';

/** The blob ID of the reply goes into messages, any number of times. */
export const upload = operation({
	name: 'Upload',
	action: 'Upload a file',
	gives: 'The link to the file, and its blob ID for messages',
	description: 'Whoever knows the link to the file can open it without a token',
	request: 'POST /api/v1/accounts/{account_id}/upload',
	path: [account()],
	body: [
		choice('source', {
			binary: {
				name: 'Binary Data',
				parts: [file('attachment', { label: 'File', default: 'data', megabytes: 40 })],
			},
			url: {
				name: 'URL',
				parts: [
					url('external_url', {
						label: 'URL',
						hint: 'Public address of a file that the service fetches; from Chatwoot 4.16 on an image or a video alone',
					}),
				],
			},
		}),
	],
});
