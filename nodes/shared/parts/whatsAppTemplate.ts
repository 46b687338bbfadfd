import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { filledIn, templateOf, type Variable } from '../formats/whatsApp';
import { messageTemplate, pick, rows, text, type Call, type Settings } from '../vocabulary';

/** Fields for a WhatsApp template and its variables, for messages and campaigns. */

export const pickedTemplate = () =>
	messageTemplate('template', {
		as: 'template_params',
		shown: false,
		hint: 'Name and language, such as "order_update (en)". The text of the template becomes the message text.',
	});

export const templateVariables = (name = 'variables', settings: Settings = {}) =>
	rows(
		name,
		[
			pick('component', { body: 'Body', header: 'Header', button: 'Button' }),
			text('name', {
				label: 'Variable',
				hint: 'Number or name in the template, e.g. 1 for {{1}}. For a media header: media_url, and media_name for a document. For a button: its position, starting at 1.',
			}),
			text('value', {
				hint: 'For media_url: public URL of the file (files cannot be uploaded here)',
			}),
		],
		{
			as: 'template_params',
			shown: false,
			entries: 'variables',
			placeholder: 'Add Variable',
			hint: "Values for the template's placeholders",
			check: (row) => ({ ...row, name: String(row.name).replace(/[{}]/g, '').trim() }),
			...settings,
		},
	);

/**
 * Adds the chosen template and its text to a body; without a template the body stays as it is.
 * @param inboxOf reads the inbox that has the template
 * @param key of the text in the body
 * @throws BadInput if the template cannot be sent, or a variable is missing or unknown
 */
export async function withTemplate(
	{ values }: Call,
	body: IDataObject | undefined,
	inboxOf: () => Promise<IDataObject>,
	key = 'content',
): Promise<IDataObject | undefined> {
	const { template, variables } = values;
	if (template === undefined && variables !== undefined)
		throw new BadInput('Variables need a template: choose one in Template', ['variables']);
	if (template === undefined) return body;
	const picked = templateOf(await inboxOf(), template as string);
	const { params, words } = filledIn(picked, (variables ?? []) as unknown as Variable[]);
	return { ...body, ...(words ? { [key]: words } : {}), template_params: params };
}
