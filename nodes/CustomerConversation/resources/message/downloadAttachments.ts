import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../shared/faults';
import {
	account,
	choice,
	conversation,
	fileAddress,
	filesAt,
	messageWithFiles,
	operation,
	optional,
	picks,
	WITHOUT_FILE,
} from '../../../shared/vocabulary';
import { readMessage } from './parts/single';

/** One file per item, always in the same binary property, which transcribing nodes can use directly. */
export const downloadAttachments = operation({
	name: 'Download Attachments',
	action: 'Download the attachments of a message',
	gives: 'Returns one item per file, with the file as binary data',
	description: 'Agent bot tokens cannot read messages, but can use File by URL',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id?}/messages',
	path: [
		account(),
		choice('download', {
			message: { name: 'All Files of a Message', parts: [conversation(), messageWithFiles()] },
			url: {
				name: 'File by URL',
				parts: [
					fileAddress('data_url', {
						label: 'File URL',
						hint: 'The data_url or thumb_url of an attachment, from a message, a trigger or Get Attachments',
					}),
				],
			},
		}),
	],
	options: [
		optional(
			picks(
				'file_types',
				{ audio: 'Audio', file: 'Other Files', image: 'Images', video: 'Videos' },
				{
					hint: 'Types of files to download. Only with All Files of a Message. Voice messages are audio. Default: all.',
				},
			),
		),
	],
	reply: filesAt('data_url'),
	empty: ({ values }) =>
		`Message ${String(values.message_id)} has no files${values.file_types ? ' of these types' : ''}.`,
	run: async (call) => {
		const { values, request } = call;
		const { address } = request;
		if (address !== undefined) {
			if (values.file_types)
				throw new BadInput('File Types only works with All Files of a Message', ['file_types']);
			return [{ data_url: address }];
		}
		const found = await readMessage(call, request);
		const types = values.file_types as string[] | undefined;
		const isWanted = (type: string) =>
			types ? types.includes(type) : !WITHOUT_FILE.includes(type);
		const files = ((found.attachments ?? []) as IDataObject[]).filter(
			({ data_url: address, file_type: type }) => address && isWanted(String(type)),
		);
		return files.map((file) => ({
			attachment_id: file.id,
			conversation_id: values.conversation_id,
			message_id: found.id,
			file_type: file.file_type,
			data_url: file.data_url,
			...(file.transcribed_text ? { transcribed_text: file.transcribed_text } : {}),
		}));
	},
});
