import { text, type Settings } from '../../../../shared/vocabulary';

export const LAYOUT =
	'Liquid HTML wrapper for replies; must contain {{ content_for_layout }}. At most 262,144 characters.';

/** The HTML around the emails of an account or an inbox. */
export const brandedLayout = (settings: Settings = {}) =>
	text('branded_email_layout', { hint: LAYOUT, rows: 8, max: 262144, ...settings });
