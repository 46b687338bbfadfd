import type { IDataObject } from 'n8n-workflow';
import { channels } from '../channels/channels';
import { checkHeader } from '../channels/refusals';
import { BadInput, ServiceError } from '../faults';
import { checkForm } from '../formats/form';
import {
	checkedJson,
	filledIn,
	inColumns,
	inRows,
	templateOf,
	uncheckedJson,
} from '../formats/whatsApp';
import {
	front,
	mapped,
	messageTemplate,
	pick,
	rows,
	templateColumns,
	text,
	type Call,
	type Settings,
} from '../vocabulary';

/** Fields for a WhatsApp template and its variables, for messages and campaigns. */

export const pickedTemplate = () =>
	messageTemplate('template', {
		as: 'template_params',
		shown: false,
		hint: 'Name and language, such as "order_update (en)". The text of the template becomes the message text.',
	});

/** The variables of the picked template as columns: each with the text that it belongs to. */
export const mappedVariables = () =>
	mapped('template_values', templateColumns, {
		label: 'Template Variables',
		as: 'template_params',
		shown: false,
		hint: 'Values for the placeholders of the template. If Template is an expression, n8n cannot list them: use Other Variables instead.',
	});

/** The variables as columns, and as rows for a template that is only known when the node runs. */
export const variableFields = () =>
	front(
		mappedVariables(),
		templateVariables('variables', {
			label: 'Other Variables',
			hint: 'Only if Template is an expression: then Template Variables cannot list the placeholders',
		}),
	);

export const templateVariables = (name = 'variables', settings: Settings = {}) =>
	rows(
		name,
		[
			pick('component', { body: 'Body', header: 'Header', button: 'Button' }),
			text('name', {
				label: 'Variable',
				hint: 'Number or name in the template, e.g. 1 for {{1}}. For a media header: media_url, and media_name for a document. For a button: its position. Twilio: all Body.',
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

/** Says which values were changed. */
function hintAtChanged({ host }: Call, changed: string[]): void {
	if (changed.length)
		host.hint(
			`Values of the template were changed, because they would not arrive as written: ${changed.join(', ')}. Line breaks, tabs and long runs of blanks became one blank; ' " < > became ’ ” ‹ ›.`,
		);
}

/** The inbox, without anything if the token may not read it. */
async function readable(inboxOf: () => Promise<IDataObject>): Promise<IDataObject> {
	const [read] = await Promise.allSettled([inboxOf()]);
	if (read.status === 'fulfilled') return read.value;
	const { reason } = read as { reason: unknown };
	if (reason instanceof ServiceError && [401, 403, 404].includes(Number(reason.status))) return {};
	throw reason;
}

/** The body with its template as JSON, checked against the templates of the inbox. */
async function withJson(
	call: Call,
	body: IDataObject,
	inboxOf: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const params = body.template_params as IDataObject;
	if (call.request.files?.length) checkForm({ template_params: params });
	// Chatwoot refuses a template without a name.
	if (typeof params.name !== 'string') return body;
	const inbox = await readable(inboxOf);
	const { channel_type: channel = 'Channel::Whatsapp' } = inbox;
	// Other channels send only the text.
	if (!['Channel::Whatsapp', 'Channel::TwilioSms'].includes(String(channel))) return body;
	const checked = checkedJson(inbox, params);
	if (checked) hintAtChanged(call, checked.changed);
	else
		call.host.hint(
			`Template ${params.name} was not checked before it was sent: with this token Chatwoot lists no templates of its inbox. Sync the templates, or use the token of an agent in this inbox.`,
		);
	const sent = checked?.params ?? uncheckedJson(params);
	checkHeader(sent, channels.whatsapp_cloud, 'template_params');
	return { ...body, template_params: sent };
}

/**
 * Adds the chosen template and its text to a body, and checks a template in it; without any the body stays as it is.
 * @param inboxOf reads the inbox that has the template
 * @param key of the text in the body
 * @throws BadInput if the template cannot be sent, or a variable is missing or unknown
 */
export async function withTemplate(
	call: Call,
	body: IDataObject | undefined,
	inboxOf: () => Promise<IDataObject>,
	key = 'content',
): Promise<IDataObject | undefined> {
	const { template, template_values: columns, variables } = call.values;
	if (template === undefined && variables !== undefined)
		throw new BadInput('Variables need a template: choose one in Template', ['variables']);
	if (template === undefined)
		return body?.template_params ? await withJson(call, body, inboxOf) : body;
	const inbox = await inboxOf();
	const picked = templateOf(inbox, template as string);
	const all = [
		...inColumns((columns ?? {}) as IDataObject),
		...inRows((variables ?? []) as IDataObject[]),
	];
	const { params, words, changed } = filledIn(picked, all);
	checkHeader(params, channels.whatsapp_cloud, columns ? 'template_values' : 'variables');
	hintAtChanged(call, changed);
	return { ...body, ...(words ? { [key]: words } : {}), template_params: params };
}
