import { fileAddress, fileNamed, operation } from '../../../shared/vocabulary';

export const downloadAttachment = operation({
	name: 'Download Attachment',
	action: 'Download an attachment of a conversation',
	gives: 'The file as binary data',
	request: 'GET /{data_url}',
	path: [
		fileAddress('data_url', {
			label: 'File URL',
			hint: 'The data_url or thumb_url of an attachment, as "Get Attachments" and messages have it',
		}),
	],
	reply: fileNamed('attachment'),
});
