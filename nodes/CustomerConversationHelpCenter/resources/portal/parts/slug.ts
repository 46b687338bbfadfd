import { BadInput } from '../../../../shared/faults';
import { text, type Field, type Settings } from '../../../../shared/vocabulary';

/** Part of a URL. The service stores any text, but cannot find a slug with characters that end this part. */
export const slug = (settings: Settings = {}): Field => {
	const kind = text('slug', { placeholder: 'e.g. refund-rules', max: 255, ...settings });
	return {
		...kind,
		convert: (value, reading) => {
			const converted = String(kind.convert(value, reading)).trim();
			if (/[\s/?#%\\]/.test(converted))
				throw new BadInput('must not contain spaces, slashes, ?, # or %');
			return converted;
		},
	};
};
