/** What a call needs of the token's user, of the account and of the server; for a field the last three. */
export interface Needs {
	/** Without it agents may do it, too. */
	role?: 'administrator';
	/** First release that asks for the role, where older ones let agents do it. */
	roleSince?: string;
	edition?: 'enterprise';
	/** What the account must have switched on, as Account → Update of the Platform node names it. */
	feature?: string;
	/** First release that asks for it, where older ones do without. */
	featureSince?: string;
	/** First release that has it, such as `4.14` or `4.14.1`; none where 3.16 has it. */
	since?: string;
	/** First release that lets an agent bot's token do it; without it each does, or none. */
	botSince?: string;
}

/** In one sentence without full stop, such as `For administrators, on Chatwoot 4.14 or newer`; '' without needs. */
export function sentenceOf(needs: Needs): string {
	const { role, roleSince, edition, feature, featureSince, since, botSince } = needs;
	const sentence = [
		edition && 'Enterprise edition',
		role && `for administrators${roleSince ? ` from Chatwoot ${roleSince} on` : ''}`,
		since && `on Chatwoot ${since} or newer`,
		feature &&
			`${featureSince ? `from Chatwoot ${featureSince} on ` : ''}where the account has the feature ${feature}`,
		botSince && `an agent bot's token needs Chatwoot ${botSince} or newer`,
	]
		.filter(Boolean)
		.join(', ');
	return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What a refusal with a status can be about. */
const LACKING: Record<number, Array<'role' | 'edition' | 'feature' | 'since'>> = {
	401: ['role'],
	402: ['edition', 'feature'],
	403: ['role', 'edition', 'since', 'feature'],
	404: ['edition', 'since', 'feature'],
};

/**
 * What a refusal with this status may be about, such as `This needs the Enterprise edition and the
 * account feature SLA.`; '' if the status says nothing of the needs.
 */
export function lackText(status: number, needs: Needs): string {
	const { role, roleSince, edition, feature, featureSince, since } = needs;
	const from = (release?: string) => (release ? ` from Chatwoot ${release} on` : '');
	const words = {
		role: role && `an administrator's token${from(roleSince)}`,
		edition: edition && 'the Enterprise edition',
		since: since && `Chatwoot ${since} or newer`,
		feature: feature && `the account feature ${feature}${from(featureSince)}`,
	};
	const lacking = (LACKING[status] ?? []).flatMap((kind) => words[kind] || []);
	const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(lacking);
	return list && `This needs ${list}.`;
}

/** One text as it is, several with full stops: n8n's rule for descriptions. */
export function sentences(...texts: string[]): string {
	const said = texts.filter(Boolean);
	return said.length > 1 ? said.map((text) => text.replace(/\.?$/, '.')).join(' ') : said.join('');
}
