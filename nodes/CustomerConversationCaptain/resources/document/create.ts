import { BadInput } from '../../../shared/faults';
import {
	account,
	assistant,
	choice,
	file,
	operation,
	optional,
	simplified,
	stored,
	text,
	url,
	type Field,
} from '../../../shared/vocabulary';
import { DOCUMENT } from './parts/simple';

const page = url('external_link', {
	label: 'URL',
	hint: 'Web page that the server can reach',
	// The service removes a slash at the end.
	shown: false,
});

const pageOnly: Field = {
	...page,
	convert: (value, reading) => {
		const converted = String(page.convert(value, reading));
		if (converted.endsWith('.pdf'))
			throw new BadInput('leads to a PDF: download it, and create the document from the file');
		return converted;
	},
};

const pdf = file('pdf_file', {
	as: 'document[pdf_file]',
	label: 'Input Binary Field',
	hint: 'Name of the input binary field that contains the PDF file',
	default: 'data',
	types: ['application/pdf'],
	megabytes: 10,
});

export const create = operation({
	name: 'Create',
	action: 'Create a document',
	gives: 'Returns the new document, before it is read',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description:
		'The server reads it in the background and creates FAQs from it with its AI model. Each page can be added only once per assistant.',
	request: 'POST /api/v1/accounts/{account_id}/captain/documents',
	path: [account()],
	body: [
		assistant('assistant_id', { shown: 'assistant.id' }),
		choice(
			'create_from',
			{
				page: { name: 'Web Page', parts: [pageOnly] },
				file: { name: 'PDF File', parts: [pdf] },
			},
			{ label: 'Create From' },
		),
		optional(text('name')),
	],
	reply: simplified(stored(), DOCUMENT),
	run: async ({ request, records }) => {
		const { body = {}, files } = request;
		// A form needs the wrapper, and holds only texts.
		if (files?.length)
			request.body = {
				document: Object.fromEntries(
					Object.entries(body).map(([key, value]) => [key, String(value)]),
				),
			};
		return await records();
	},
});
