import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import {
	color,
	json,
	text,
	url,
	type Call,
	type Field,
	type Settings,
} from '../../shared/vocabulary';
import type { PageStyle } from './document';

const COLOR = '#1F93FF';

/** A language code as BCP 47 writes it; undefined if it is none. */
function languageTag(code: string): string | undefined {
	try {
		return new Intl.Locale(code.trim().replace('_', '-')).toString();
	} catch {
		return undefined;
	}
}

/** A language for numbers and dates. */
const locale = (): Field => {
	const kind = text('locale', {
		label: 'Language of Numbers and Dates',
		placeholder: 'e.g. de or pt-BR',
		hint: 'Language code. Default: en.',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const tag = languageTag(String(kind.convert(value, reading)));
			if (!tag) throw new BadInput('must be a language code such as en, de or pt-BR');
			return tag;
		},
	};
};

/** The page's own texts, each with the user's words for it. */
const wording = (known: readonly string[]): Field => {
	const kind = json('texts', {
		hint: 'Your words for texts of the page, such as { "Conversations": "Gespräche" }. Texts that you leave out stay as they are.',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const texts = kind.convert(value, reading) as IDataObject;
			const unknown = Object.keys(texts).find((one) => !known.includes(one));
			if (unknown !== undefined)
				throw new BadInput(
					`has "${unknown}", which is no text of the page: use ${known.join(', ')}`,
				);
			return texts;
		},
	};
};

/** The style of a page; nothing of it is sent. @param texts of the page that users can replace */
export const styleFields = (texts: readonly string[], title: Settings = {}): Field[] => [
	text('page_title', { max: 200, label: 'Title', ...title }),
	url('logo_url', {
		label: 'Logo URL',
		hint: 'Picture above the title. Mail programs load it from there.',
	}),
	color('color', { hint: 'Color of bars and headings', default: COLOR }),
	locale(),
	wording(texts),
];

export function styleOf({ values, zone }: Call): PageStyle {
	const texts = (values.texts ?? {}) as IDataObject;
	return {
		color: String(values.color ?? COLOR).toLowerCase(),
		locale: String(values.locale ?? 'en'),
		zone,
		say: (written) => String(texts[written] ?? written),
	};
}
