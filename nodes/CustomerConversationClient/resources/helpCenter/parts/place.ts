import { BadInput } from '../../../../shared/faults';
import { text, type Field } from '../../../../shared/vocabulary';

const slug = text('portal_slug', { hint: 'The part after /hc/ in the URL of the help center' });

/** The service fails if the slug contains a slash. */
export const portalSlug = (): Field => ({
	...slug,
	convert: (value, reading) => {
		const converted = slug.convert(value, reading) as string;
		if (converted.includes('/')) throw new BadInput('must not contain a slash');
		return converted;
	},
});

/** A text, because a portal may have any language code. */
export const portalLocale = (hint: string) => text('locale', { default: 'en', hint });

export const articleSlug = () =>
	text('article_slug', { placeholder: 'e.g. 1795244519-refund-rules' });
