import { account, choice, file, operation, url } from '../../../shared/vocabulary';

/** Messages can use the blob ID of the reply any number of times. */
export const upload = operation({
	name: 'Upload',
	action: 'Upload a file',
	gives: 'Returns the URL of the file, and its blob ID for messages',
	description: 'Anyone who knows the URL can open the file without a token',
	request: 'POST /api/v1/accounts/{account_id}/upload',
	path: [account()],
	body: [
		choice('source', {
			binary: {
				name: 'Binary Data',
				parts: [
					file('attachment', { label: 'Input Binary Field', default: 'data', megabytes: 40 }),
				],
			},
			url: {
				name: 'URL',
				parts: [
					url('external_url', {
						label: 'URL',
						hint: 'Public URL of a file that Chatwoot downloads. Since Chatwoot 4.16 only images and videos.',
					}),
				],
			},
		}),
	],
});
