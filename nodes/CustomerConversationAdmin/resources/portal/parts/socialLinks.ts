import { noneTwice, pick, rows, text, type Field } from '../../../../shared/vocabulary';

/** What the service knows; it drops others. */
const NETWORKS = {
	...{ facebook: 'Facebook', github: 'GitHub', instagram: 'Instagram', linkedin: 'LinkedIn' },
	...{ tiktok: 'TikTok', whatsapp: 'WhatsApp', x: 'X', youtube: 'YouTube' },
};

const typed = rows(
	'social_profiles',
	[pick('network', NETWORKS), text('profile', { placeholder: 'e.g. acme' })],
	{
		label: 'Social Links',
		placeholder: 'Add Link',
		entries: 'links',
		as: 'config.social_profiles',
		since: '4.16',
		hint: 'Replace all that are stored',
		clear: {},
	},
);

/** One object on the wire: network → profile. */
export const socialLinks = (): Field => ({
	...typed,
	convert: (value, reading) => {
		const links = typed.convert(value, reading) as Array<{ network: string; profile: string }>;
		noneTwice(
			'Network',
			links.map(({ network }) => [network]),
		);
		return Object.fromEntries(links.map(({ network, profile }) => [network, profile]));
	},
});
