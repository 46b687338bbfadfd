import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';

/** WhatsApp templates: as an inbox lists them, and in the format in which one is sent. */

type Place = 'body' | 'header' | 'button';

export interface Variable {
	component: Place;
	name: string;
	value: string;
}

/** A template of the inbox, in Meta's format. */
interface Template {
	name: string;
	language: string;
	status: string;
	category: string;
	namespace?: string | null;
	components?: Array<{ type: string; format?: string; text?: string; buttons?: Button[] }>;
}

interface Button {
	type: string;
	url?: string;
}

/** A placeholder of a template. */
interface Slot {
	component: Place;
	name: string;
	/** Type that is sent with the value. */
	type?: string;
	free?: true;
}

const MEDIA = ['IMAGE', 'VIDEO', 'DOCUMENT'];

/** Maximum length of a code to copy; with a longer one the message fails. */
const LONGEST_CODE = 15;

const isAddress = (value: string) => /^https?:\/\/\S+$/.test(value);

const namesIn = (words = ''): string[] => [
	...new Set([...words.matchAll(/{{([^{}]+)}}/g)].map(([, name]) => name.trim())),
];

const titleOf = ({ name, language }: Template) => `${name} (${language})`;

const shownOf = ({ component, name }: Slot | Variable) => `${component} ${name}`;

const listOf = (found: string[]) => found.join(', ') || 'none';

/**
 * The template of an inbox.
 * @param chosen `name (language)`, or the name if it has only one language
 * @throws BadInput if there is none, or it cannot be sent
 */
export function templateOf(
	{ id, message_templates: listed }: IDataObject,
	chosen: string,
): Template {
	const all = Array.isArray(listed) ? (listed as unknown as Template[]) : [];
	const exact = all.filter((one) => titleOf(one) === chosen);
	const found = exact.length ? exact : all.filter(({ name }) => name === chosen);
	if (found.length !== 1)
		throw new BadInput(
			found.length
				? `Template ${chosen} has several languages: use one of ${listOf(found.map(titleOf))}`
				: `Inbox ${String(id)} has no template ${chosen}; it has ${listOf(all.map(titleOf))}`,
			['template'],
		);
	const [template] = found;
	const { status } = template;
	if (status.toLowerCase() !== 'approved')
		throw new BadInput(`Template ${titleOf(template)} is not approved: it is ${status}`, [
			'template',
		]);
	return template;
}

/** All placeholders of the template, in order. */
function slotsOf(template: Template): Slot[] {
	return (template.components ?? []).flatMap(({ type, format = 'TEXT', text: words, buttons }) => {
		if (type === 'BODY') return namesIn(words).map((name): Slot => ({ component: 'body', name }));
		if (type === 'BUTTONS') return (buttons ?? []).flatMap(slotOfButton);
		if (type !== 'HEADER') return [];
		if (format === 'TEXT')
			return namesIn(words).map((name): Slot => ({ component: 'header', name }));
		if (!MEDIA.includes(format))
			throw new BadInput(
				`Template ${titleOf(template)} has a header of type ${format}, which Chatwoot cannot fill`,
				['template'],
			);
		const medium: Slot = { component: 'header', name: 'media_url', type: format.toLowerCase() };
		const called: Slot = { component: 'header', name: 'media_name', free: true };
		return format === 'DOCUMENT' ? [medium, called] : [medium];
	});
}

function slotOfButton({ type, url }: Button, index: number): Slot[] {
	const isOpen = type === 'COPY_CODE' || (type === 'URL' && namesIn(url).length > 0);
	return isOpen ? [{ component: 'button', name: String(index + 1), type: type.toLowerCase() }] : [];
}

/** @throws BadInput if the variables do not match the template */
function check(template: Template, slots: Slot[], variables: Variable[]): void {
	const name = titleOf(template);
	const known = slots.map(shownOf);
	const shownNames = variables.map(shownOf);
	for (const [index, { name: key, value }] of variables.entries()) {
		const shown = shownNames[index];
		const refuse = (words: string) => {
			throw new BadInput(`Variables entry ${index + 1}: ${words}`, ['variables']);
		};
		if (!known.includes(shown))
			refuse(`template ${name} has no variable ${shown}; it has ${listOf(known)}`);
		if (shownNames.indexOf(shown) !== index) refuse(`${shown} is set twice`);
		if (key === 'media_url' && !isAddress(value))
			refuse('Value must be a URL that begins with http:// or https://');
		const { type } = slots[known.indexOf(shown)];
		if (type === 'copy_code' && value.trim().length > LONGEST_CODE)
			refuse(`Value has more than ${LONGEST_CODE} characters, the maximum for a code to copy`);
	}
	const missing = slots.filter((slot) => !slot.free && !shownNames.includes(shownOf(slot)));
	if (missing.length)
		throw new BadInput(
			`Template ${name} needs a value for ${listOf(missing.map(shownOf))}: add it to Variables`,
			['variables'],
		);
}

/**
 * What stands for a button without a variable. Buttons are matched by position: Chatwoot drops null, and takes
 * `{ }` for the old list of values, so that the text of the template gets them and the buttons get none.
 */
const FILLER = { type: 'quick_reply' };

/** Format of the template as it is sent. */
export const TEMPLATE_FORM =
	'{ name: string, category: string, language: string, namespace?: string, processed_params: { body?: { [variable]: string }, header?: { [variable]: string } or { media_url: string, media_type: "image" or "video" or "document", media_name?: string }, buttons?: [{ type: string, parameter: string } or { type: "quick_reply" }] } }';

/** The variables in Chatwoot's format. */
function processed(slots: Slot[], valueOf: (slot: Slot) => string | undefined): IDataObject {
	const of = (component: Place) =>
		slots.filter((slot) => slot.component === component && valueOf(slot) !== undefined);
	const named = (some: Slot[]) =>
		some.map((slot): [string, unknown] => [slot.name, valueOf(slot)] as const);
	const header = Object.fromEntries([
		...named(of('header')),
		...of('header').flatMap(({ type }) => (type ? [['media_type', type]] : [])),
	]) as IDataObject;
	const body = Object.fromEntries(named(of('body'))) as IDataObject;
	const open = of('button');
	const last = Math.max(0, ...open.map(({ name }) => Number(name)));
	const buttons = Array.from({ length: last }, (_, index): IDataObject => {
		const slot = open.find(({ name }) => Number(name) === index + 1);
		return slot ? { type: slot.type, parameter: valueOf(slot) } : FILLER;
	});
	return {
		...(Object.keys(body).length ? { body } : {}),
		...(Object.keys(header).length ? { header } : {}),
		...(buttons.length ? { buttons } : {}),
	};
}

/**
 * Fills in the variables of a template.
 * @returns `params` as they are sent, and `words`: the text of the message, as the dashboard makes it
 * @throws BadInput if a variable is missing or unknown
 */
export function filledIn(
	template: Template,
	variables: Variable[],
): { params: IDataObject; words: string } {
	const slots = slotsOf(template);
	check(template, slots, variables);
	const values = new Map(variables.map((one) => [shownOf(one), one.value]));
	const { name, category, language, namespace, components = [] } = template;
	const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
	return {
		words: body.replace(
			/{{([^{}]+)}}/g,
			(_, variable: string) => values.get(`body ${variable.trim()}`) ?? '',
		),
		params: {
			name,
			category,
			language,
			...(namespace ? { namespace } : {}),
			processed_params: processed(slots, (slot) => values.get(shownOf(slot))),
		},
	};
}
