import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { filledIn, templateOf, type Variable } from '../formats/whatsApp';
import { messageTemplate, pick, rows, text, type Call } from '../vocabulary';

/** A template of WhatsApp that is picked, and its variables: of a message, and of a campaign. */

export const pickedTemplate = () =>
	messageTemplate('template', {
		as: 'template_params',
		shown: false,
		hint: 'Name and language, such as "order_update (en)". Its text becomes the text of the message.',
	});

export const templateVariables = () =>
	rows(
		'variables',
		[
			pick('component', { body: 'Body', header: 'Header', button: 'Button' }),
			text('name', {
				label: 'Variable',
				hint: 'Number or name in the template, such as 1 for {{1}}. Of a header with a medium: media_url, and media_name for the name of a document. Of a button: its place, the first is 1.',
			}),
			text('value', {
				hint: 'Of media_url the public address of the file: the service takes no file itself',
			}),
		],
		{
			as: 'template_params',
			shown: false,
			entries: 'variables',
			placeholder: 'Add Variable',
			hint: 'What the template leaves open',
			check: (row) => ({ ...row, name: String(row.name).replace(/[{}]/g, '').trim() }),
		},
	);

/**
 * A body. Where a template is picked it gets that as the service wants it, and its text.
 * @param inboxOf reads the inbox whose template it is
 * @param key of the text
 * @throws BadInput where the template cannot be sent, or a variable is missing or unknown
 */
export async function withTemplate(
	{ values }: Call,
	body: IDataObject | undefined,
	inboxOf: () => Promise<IDataObject>,
	key = 'content',
): Promise<IDataObject | undefined> {
	const { template, variables } = values;
	if (template === undefined && variables !== undefined)
		throw new BadInput('Variables are those of a template: pick it, too', ['variables']);
	if (template === undefined) return body;
	const picked = templateOf(await inboxOf(), template as string);
	const { params, words } = filledIn(picked, (variables ?? []) as unknown as Variable[]);
	return { ...body, ...(words ? { [key]: words } : {}), template_params: params };
}
