import { BadInput } from '../../../../shared/faults';
import { color, flag, text, type Field } from '../../../../shared/vocabulary';

/** The service stores a line break at the end, so the title is trimmed. */
export const labelName = (): Field => {
	const kind = text('title', {
		placeholder: 'e.g. vip-customer',
		hint: 'Letters, digits, hyphens and underscores, at least two, no spaces. Saved in lowercase.',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const title = String(kind.convert(value, reading)).trim();
			if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]+$/u.test(title))
				throw new BadInput(
					'must be at least two letters, digits, hyphens or underscores, the first one a letter or digit',
				);
			return title;
		},
	};
};

/** The service does not check the color. */
export const details = () => [
	text('description', { clear: null }),
	color('color', { default: '#1F93FF' }),
	flag('show_on_sidebar', {
		hint: 'Whether to show the label in the sidebar of the dashboard',
		clear: null,
	}),
];
