import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { isEmpty, isObject } from '../values';

/** WhatsApp templates: as an inbox lists them, and in the format in which one is sent. */

type Place = 'body' | 'header' | 'button';

export interface Variable {
	component: Place;
	name: string;
	value: string;
}

/** A template of the inbox, in Meta's format. */
interface Template {
	/** Placeholders that Twilio lists, and that need not be in the text. */
	listed?: string[];
	name: string;
	language: string;
	status: string;
	category: string;
	namespace?: string | null;
	components?: Array<{ type: string; format?: string; text?: string; buttons?: Button[] }>;
}

interface Button {
	type: string;
	text?: string;
	url?: string;
}

/** A placeholder of a template. */
interface Slot {
	component: Place;
	name: string;
	/** The text that has the placeholder. */
	text?: string;
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

/** Where variables are written: for the text of a refusal. */
interface Source {
	field: string;
	/** The beginning of a sentence about one of them. */
	at: (index: number, shown: string) => string;
	/** What to do if one is missing. */
	add: string;
}

/** @param mapped how many of the variables are columns; they come before the rows */
export const inRows = (mapped = 0): Source => ({
	field: mapped ? 'template_values' : 'variables',
	at: (index, shown) =>
		index < mapped ? `Template Variables, ${shown}` : `Variables entry ${index - mapped + 1}`,
	add: mapped ? 'fill it in' : 'add it to Variables',
});

const IN_JSON: Source = {
	field: 'template_params',
	at: (_, shown) => `WhatsApp Template (JSON), ${shown}`,
	add: 'add it to processed_params',
};

/** Line breaks, tabs and more than four blanks in a row: WhatsApp refuses a template with such a value. */
const UNFIT = /\s*[\r\n\t]\s*| {5,}/g;

const oneLine = (value: string) => value.trim().replace(UNFIT, ' ');

const isTwilio = ({ channel_type }: IDataObject) => channel_type === 'Channel::TwilioSms';

const titleOf = ({ name, language }: Template) => `${name} (${language})`;

const shownOf = ({ component, name }: Slot | Variable) => `${component} ${name}`;

const listOf = (found: string[]) => found.join(', ') || 'none';

/** The templates of an inbox; those of Twilio as Meta would list them. */
function templatesOf(inbox: IDataObject): Template[] {
	const { message_templates: listed, content_templates: content } = inbox;
	if (!isTwilio(inbox)) return Array.isArray(listed) ? (listed as unknown as Template[]) : [];
	const { templates = [] } = (content ?? {}) as { templates?: IDataObject[] };
	return templates.map(
		({ friendly_name, body, variables, ...template }) =>
			({
				...template,
				name: friendly_name,
				components: [{ type: 'BODY', text: body ?? '' }],
				listed: Object.keys(variables ?? {}),
			}) as unknown as Template,
	);
}

/**
 * The template of an inbox.
 * @param chosen `name (language)`, or the name if it has only one language
 * @throws BadInput if there is none, or it cannot be sent
 */
export function templateOf(inbox: IDataObject, chosen: string, field = 'template'): Template {
	const all = templatesOf(inbox);
	const exact = all.filter((one) => titleOf(one) === chosen);
	const found = exact.length ? exact : all.filter(({ name }) => name === chosen);
	if (found.length !== 1)
		throw new BadInput(
			found.length
				? `Template ${chosen} has several languages: use one of ${listOf(found.map(titleOf))}`
				: `Inbox ${String(inbox.id)} has no template ${chosen}; it has ${listOf(all.map(titleOf))}`,
			[field],
		);
	const [template] = found;
	const { status } = template;
	if (status.toLowerCase() !== 'approved')
		throw new BadInput(`Template ${titleOf(template)} is not approved: it is ${status}`, [field]);
	return template;
}

/** All placeholders of the template, in order. @throws BadInput if Chatwoot cannot fill them */
function slotsOf(template: Template, { field }: Source): Slot[] {
	const refuse = (words: string) => {
		throw new BadInput(`Template ${titleOf(template)} has ${words}`, [field]);
	};
	const { components = [], listed = [] } = template;
	return components.flatMap(({ type, format = 'TEXT', text: words, buttons }) => {
		if (type === 'BODY') {
			const names = namesIn(words);
			return [...new Set([...names, ...listed])].map((name): Slot => {
				const text = names.includes(name) ? words : undefined;
				return { component: 'body', name, text };
			});
		}
		if (type === 'BUTTONS') return (buttons ?? []).flatMap(slotOfButton);
		if (type !== 'HEADER') return [];
		if (format === 'TEXT') {
			const names = namesIn(words);
			const named = names.find((name) => /\D/.test(name));
			if (named)
				refuse(
					`the variable ${named} in its header. Chatwoot sends it without its name, and WhatsApp refuses the message. Use a template with a number in the header, or without a variable there.`,
				);
			return names.map((name): Slot => ({ component: 'header', name, text: words }));
		}
		if (!MEDIA.includes(format)) refuse(`a header of type ${format}, which Chatwoot cannot fill`);
		const medium: Slot = { component: 'header', name: 'media_url', type: format.toLowerCase() };
		const called: Slot = { component: 'header', name: 'media_name', free: true };
		return format === 'DOCUMENT' ? [medium, called] : [medium];
	});
}

function slotOfButton({ type, text, url }: Button, index: number): Slot[] {
	const isOpen = type === 'COPY_CODE' || (type === 'URL' && namesIn(url).length > 0);
	const shown = [text, url].filter(Boolean).join(' → ');
	return isOpen
		? [{ component: 'button', name: String(index + 1), type: type.toLowerCase(), text: shown }]
		: [];
}

/** The beginning of the names of variables, for people. */
const TITLES: Record<Place, string> = { body: 'Body', header: 'Header', button: 'Button' };

/**
 * The variables of a template of the inbox, each with the text that it belongs to.
 * @returns `id` is what `variablesFrom` takes
 * @throws BadInput if there is no such template, or it cannot be sent
 */
export function placesOf(
	inbox: IDataObject,
	chosen: string,
): { text: string; places: Array<{ id: string; label: string }> } {
	const template = templateOf(inbox, chosen);
	const { components = [] } = template;
	return {
		text: components.find(({ type }) => type === 'BODY')?.text ?? '',
		places: slotsOf(template, inRows()).map((slot) => {
			const label = `${TITLES[slot.component]} ${slot.name}`;
			return { id: shownOf(slot), label: slot.text ? `${label}: ${slot.text}` : label };
		}),
	};
}

/** Variables from values by the ids of their places, such as `body 1`. */
export const variablesFrom = (values: IDataObject): Variable[] =>
	Object.entries(values).map(([id, value]) => {
		const [component, ...name] = id.split(' ');
		return { component: component as Place, name: name.join(' '), value: String(value) };
	});

/** @throws BadInput if the variables do not match the template */
function check(template: Template, slots: Slot[], variables: Variable[], source: Source): void {
	const name = titleOf(template);
	const known = slots.map(shownOf);
	const shownNames = variables.map(shownOf);
	for (const [index, { name: key, value }] of variables.entries()) {
		const shown = shownNames[index];
		const refuse = (words: string) => {
			throw new BadInput(`${source.at(index, shown)}: ${words}`, [source.field]);
		};
		if (!known.includes(shown))
			refuse(`template ${name} has no variable ${shown}; it has ${listOf(known)}`);
		if (shownNames.indexOf(shown) !== index) refuse(`${shown} is set twice`);
		if (isEmpty(value)) refuse('Value is empty: fill it in');
		if (key === 'media_url' && !isAddress(value))
			refuse('Value must be a URL that begins with http:// or https://');
		const { type } = slots[known.indexOf(shown)];
		if (type === 'copy_code' && value.trim().length > LONGEST_CODE)
			refuse(`Value has more than ${LONGEST_CODE} characters, the maximum for a code to copy`);
	}
	const missing = slots.filter((slot) => !slot.free && !shownNames.includes(shownOf(slot)));
	if (missing.length)
		throw new BadInput(
			`Template ${name} needs a value for ${listOf(missing.map(shownOf))}: ${source.add}`,
			[source.field],
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

/** A template that is ready to be sent. */
interface Filled {
	/** As they are sent. */
	params: IDataObject;
	/** The text of the message, as the dashboard makes it. */
	words: string;
	/** Variables whose line breaks, tabs or blanks were replaced. */
	changed: string[];
}

/**
 * Fills in the variables of a template.
 * @throws BadInput if a variable is missing or unknown, or if Chatwoot cannot send it
 */
export function filledIn(template: Template, variables: Variable[], source: Source): Filled {
	const slots = slotsOf(template, source);
	check(template, slots, variables, source);
	const isUnfit = ({ value }: Variable) => value.trim().search(UNFIT) >= 0;
	const values = new Map(
		variables.map((one) => [shownOf(one), isUnfit(one) ? oneLine(one.value) : one.value]),
	);
	const { name, category, language, namespace, components = [], listed } = template;
	const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
	const valueOf = (slot: Slot) => values.get(shownOf(slot));
	return {
		changed: variables.filter(isUnfit).map(shownOf),
		words: body.replace(
			/{{([^{}]+)}}/g,
			(_, variable: string) => values.get(`body ${variable.trim()}`) ?? '',
		),
		params: {
			name,
			category,
			language,
			...(namespace ? { namespace } : {}),
			processed_params: listed
				? (Object.fromEntries(slots.map((slot) => [slot.name, valueOf(slot)])) as IDataObject)
				: processed(slots, valueOf),
		},
	};
}

/** Buttons as JSON: what was written as a gap keeps its place. */
const buttonsOf = (processed: IDataObject): IDataObject[] =>
	Array.isArray(processed.buttons)
		? processed.buttons.map((one: unknown) =>
				isObject(one) && Object.keys(one).length ? (one as IDataObject) : FILLER,
			)
		: [];

/** The variables in `processed_params`: also without `body`, as a list or an object of its values. */
function variablesIn(processed_params: unknown): Variable[] {
	const inParts = isObject(processed_params) && PARTS.some((part) => part in processed_params);
	const values = Array.isArray(processed_params)
		? Object.fromEntries(processed_params.map((value, index) => [index + 1, value as unknown]))
		: processed_params;
	const parts = (inParts ? values : { body: values }) as IDataObject;
	const of = (component: Place, some: unknown) =>
		Object.entries(isObject(some) ? some : {})
			.filter(([name]) => name !== 'media_type')
			.map(([name, value]): Variable => ({ component, name, value: String(value ?? '') }));
	const buttons = buttonsOf(parts).flatMap(({ parameter }, index) =>
		parameter === undefined ? [] : [[index + 1, parameter]],
	);
	return [
		...of('body', parts.body),
		...of('header', parts.header),
		...of('button', Object.fromEntries(buttons)),
	];
}

const PARTS = ['body', 'header', 'footer', 'buttons'];

/**
 * Checks a template that was written as JSON against those of its inbox.
 * @returns undefined if it cannot be checked: the inbox lists no templates
 * @throws BadInput if the inbox does not have it, its variables are others, or the format is not that of the inbox
 */
export function checkedJson(inbox: IDataObject, params: IDataObject): Filled | undefined {
	const { name, language, processed_params = {} } = params;
	if (
		isTwilio(inbox) &&
		isObject(processed_params) &&
		Object.values(processed_params).some((one) => isObject(one))
	)
		throw new BadInput(
			'WhatsApp Template (JSON) has the format of WhatsApp Cloud, but the inbox sends through Twilio: write the variables directly into processed_params, such as { "1": "Ann" }',
			[IN_JSON.field],
		);
	if (!templatesOf(inbox).length) return undefined;
	const chosen = language ? `${String(name)} (${String(language)})` : String(name);
	const template = templateOf(inbox, chosen, IN_JSON.field);
	const filled = filledIn(template, variablesIn(processed_params), IN_JSON);
	return { ...filled, params: { ...filled.params, ...params, ...pickedBy(filled.params) } };
}

/** What decides how Chatwoot finds and fills in a template. */
const pickedBy = ({ language, processed_params }: IDataObject) => ({ language, processed_params });

/** A template as JSON that cannot be checked: only its buttons keep their places. */
export function uncheckedJson(params: IDataObject): IDataObject {
	const { processed_params } = params;
	if (!isObject(processed_params) || !Array.isArray(processed_params.buttons)) return params;
	return {
		...params,
		processed_params: { ...processed_params, buttons: buttonsOf(processed_params as IDataObject) },
	};
}
