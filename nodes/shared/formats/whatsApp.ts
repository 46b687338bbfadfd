import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { isEmpty, isObject, isScalar, without } from '../values';

/** WhatsApp templates: as an inbox lists them, and in the format in which one is sent. */

type Place = 'body' | 'header' | 'button';

interface Variable {
	component: Place;
	name: string;
	value: unknown;
	/** The field that has it. */
	field: string;
	/** The beginning of a sentence about it. */
	at: string;
}

/** A template of the inbox, in Meta's format. */
interface Template {
	name: string;
	language: string;
	status: string;
	category: string;
	namespace?: string | null;
	/** NAMED, if the variables of its body have names. */
	parameter_format?: string;
	components?: Array<{ type: string; format?: string; text?: string; buttons?: Button[] }>;
	/** Only of Twilio: all placeholders, also those that are not in the text. */
	listed?: string[];
	/** Only of Twilio. */
	template_type?: string;
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

/** Chatwoot cuts longer values. */
const LONGEST_VALUE = 1000;

const isAddress = (value: string) => /^https?:\/\/\S/.test(value);

/** Chatwoot fills in Liquid when it stores the message: what the value is then is not known before. */
const isLiquid = (value: string) => /{[{%]/.test(value);

const namesIn = (words = ''): string[] => [
	...new Set([...words.matchAll(/{{([^{}]+)}}/g)].map(([, name]) => name.trim())),
];

/** Where a template and its variables are written: for refusals. */
interface Source {
	/** The field that has the template. */
	chosen: string;
	/** The field for a variable that is missing. */
	values: string;
	/** What to do if one is missing. */
	add: string;
}

const PICKED: Source = {
	chosen: 'template',
	values: 'variables',
	add: 'fill it in, or add it to Variables',
};

const IN_JSON: Source = {
	chosen: 'template_params',
	values: 'template_params',
	add: 'add it to processed_params',
};

/** Line breaks, tabs and more than four blanks in a row: WhatsApp refuses a template with such a value. */
const isUnfit = (blanks: string): boolean => /[\r\n\t]/.test(blanks) || blanks.length > 4;

/** A value with one blank in the place of such blanks. */
const fitting = (value: string): string =>
	value.replace(/\s+/g, (blanks) => (isUnfit(blanks) ? ' ' : blanks));

/** Characters that Chatwoot removes from a value → similar ones that arrive. */
const SIMILAR: Record<string, string> = { "'": '’', '"': '”', '<': '‹', '>': '›' };

const REMOVED = /['"<>]/g;

/** A value as it arrives. Only a text or header on WhatsApp Cloud and 360dialog loses characters. */
function arriving(value: string, { component, name }: Slot, isCleaned: boolean): string {
	const line = fitting(value.trim());
	if (!isCleaned || component === 'button' || name === 'media_name' || isLiquid(line)) return line;
	return line.replace(REMOVED, (one) =>
		name === 'media_url' ? `%${one.charCodeAt(0).toString(16)}` : SIMILAR[one],
	);
}

const isTwilio = ({ channel_type }: IDataObject) => channel_type === 'Channel::TwilioSms';

const titleOf = ({ name, language }: Template) => `${name} (${language})`;

const shownOf = ({ component, name }: Pick<Slot, 'component' | 'name'>) => `${component} ${name}`;

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
export function templateOf(inbox: IDataObject, chosen: string, field = PICKED.chosen): Template {
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
function slotsOf(template: Template, { chosen }: Source): Slot[] {
	const refuse = (words: string) => {
		throw new BadInput(`Template ${titleOf(template)} has ${words}`, [chosen]);
	};
	const { components = [], listed = [], template_type } = template;
	if (template_type === 'catalog' && listed.length)
		refuse('variables in a catalog, which Chatwoot does not send');
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

/** Number of characters of a text that n8n shows above a column. */
const SEEN = 20;

/** Number of characters that are shown before the placeholder of a longer text. */
const BEFORE = 12;

/** The text of a slot, in one line; if it is long, the beginning is cut off, so that the placeholder is seen. */
function excerptOf({ name, text = '' }: Slot): string {
	const line = text.replace(/\s+/g, ' ');
	const found = [...line.matchAll(/{{([^{}]+)}}/g)].find(([, one]) => one.trim() === name);
	const place = found?.index ?? 0;
	const start = place - BEFORE;
	if (start <= 0 || line.length <= SEEN) return line;
	const words = [...line.matchAll(/(?:{{[^{}]*}}|\S)+/g)];
	const word = words.find(({ index }) => index >= start && index <= place);
	return `…${line.slice(word?.index ?? start)}`;
}

/**
 * The variables of a template of the inbox, each with the text that it belongs to.
 * @returns `id` is what `inColumns` takes
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
		places: slotsOf(template, PICKED).map((slot) => {
			const label = `${TITLES[slot.component]} ${slot.name}`;
			return { id: shownOf(slot), label: slot.text ? `${label}: ${excerptOf(slot)}` : label };
		}),
	};
}

/** Variables from the columns of the panel: values by ids such as `body 1`. */
export const inColumns = (values: IDataObject): Variable[] =>
	Object.entries(values).map(([id, value]) => {
		const [component, ...name] = id.split(' ');
		return {
			component: component as Place,
			name: name.join(' '),
			value,
			field: 'template_values',
			at: `Template Variables, ${id}`,
		};
	});

/** Variables from rows. */
export const inRows = (rows: IDataObject[]): Variable[] =>
	rows.map((row, index) => ({
		...(row as { component: Place; name: string; value: string }),
		field: 'variables',
		at: `Variables entry ${index + 1}`,
	}));

/** Whether a value is an amount or a date in Chatwoot's format, which WhatsApp writes in the customer's language. */
const isTyped = (value: unknown) =>
	isObject(value) && ['currency', 'date_time'].includes(String(value.type));

/** @throws BadInput if the variables do not match the template */
function check(template: Template, slots: Slot[], variables: Variable[], source: Source): void {
	const name = titleOf(template);
	const known = slots.map(shownOf);
	const canBeTyped =
		source === IN_JSON && !template.listed && template.parameter_format !== 'NAMED';
	const shownNames = variables.map(shownOf);
	for (const [index, { name: key, value, field, at }] of variables.entries()) {
		const shown = shownNames[index];
		const refuse = (words: string) => {
			throw new BadInput(`${at}: ${words}`, [field]);
		};
		if (!known.includes(shown))
			refuse(`template ${name} has no variable ${shown}; it has ${listOf(known)}`);
		if (shownNames.indexOf(shown) !== index) refuse(`${shown} is set twice`);
		if (isEmpty(value)) refuse('Value is empty: fill it in');
		const { type, component } = slots[known.indexOf(shown)];
		if (isTyped(value) && canBeTyped && component !== 'button' && !type) continue;
		if (!isScalar(value)) refuse('Value must be a text or a number');
		const text = String(value).trim();
		if (isLiquid(text)) continue;
		if (key === 'media_url' && !isAddress(text))
			refuse('Value must be a URL that begins with http:// or https://');
		if (type === 'copy_code' && text.length > LONGEST_CODE)
			refuse(`Value has more than ${LONGEST_CODE} characters, the maximum for a code to copy`);
		if (text.length > LONGEST_VALUE && component !== 'button' && !template.listed)
			refuse(`Value has more than ${LONGEST_VALUE} characters, and Chatwoot would cut it off`);
	}
	const missing = slots.filter((slot) => !slot.free && !shownNames.includes(shownOf(slot)));
	if (missing.length)
		throw new BadInput(
			`Template ${name} needs a value for ${listOf(missing.map(shownOf))}: ${source.add}`,
			[source.values],
		);
}

/**
 * The entry of a button without a variable. Buttons are matched by position: Chatwoot drops null, and takes
 * `{ }` for the old list of values, so that the text of the template gets them and the buttons get none.
 */
const FILLER = { type: 'quick_reply' };

/** Format of the template as it is sent. */
export const TEMPLATE_FORM =
	'{ name: string, category: string, language: string, namespace?: string, processed_params: { body?: { [variable]: string }, header?: { [variable]: string } or { media_url: string, media_type: "image" or "video" or "document", media_name?: string }, buttons?: [{ type: string, parameter: string } or { type: "quick_reply" }] } }';

/** The variables in Chatwoot's format. */
function processed(slots: Slot[], valueOf: (slot: Slot) => unknown): IDataObject {
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
		return slot ? { type: slot.type, parameter: valueOf(slot) as string } : FILLER;
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
	/** Variables whose line breaks, tabs, blanks or quotation marks were replaced. */
	changed: string[];
}

/**
 * Fills in the variables of a template.
 * @throws BadInput if a variable is missing or unknown, or if Chatwoot cannot send it
 */
export function filledIn(template: Template, variables: Variable[], source = PICKED): Filled {
	const slots = slotsOf(template, source);
	check(template, slots, variables, source);
	const { name, category, language, namespace, components = [], listed } = template;
	const values = new Map<string, unknown>();
	const changed: string[] = [];
	for (const one of variables) {
		const written = isScalar(one.value) ? String(one.value) : undefined;
		const sent = written === undefined ? one.value : arriving(written, one, !listed);
		values.set(shownOf(one), sent);
		if (one.name !== 'media_url' && written !== undefined && sent !== written.trim())
			changed.push(shownOf(one));
	}
	const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
	const valueOf = (slot: Slot) => values.get(shownOf(slot));
	return {
		changed,
		words: body.replace(
			/{{([^{}]+)}}/g,
			(_, variable: string) => (values.get(`body ${variable.trim()}`) ?? '') as string,
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
		Object.entries(isObject(some) ? some : {}).map(([name, value]): Variable => {
			const shown = { component, name };
			const at = `WhatsApp Template (JSON), ${shownOf(shown)}`;
			return { ...shown, value, field: IN_JSON.values, at };
		});
	const header = isObject(parts.header) ? without(parts.header, 'media_type') : {};
	const buttons = buttonsOf(parts).flatMap(({ parameter }, index) =>
		parameter === undefined ? [] : [[index + 1, parameter]],
	);
	return [
		...of('body', parts.body),
		...of('header', header),
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
			[IN_JSON.chosen],
		);
	if (!templatesOf(inbox).length) return undefined;
	const chosen = language ? `${String(name)} (${String(language)})` : String(name);
	const template = templateOf(inbox, chosen, IN_JSON.chosen);
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
