/** What the token's user, the account and the server must have for an operation; fields use the last three. */
export interface Needs {
	/** If not set, agents are allowed to do it as well. */
	role?: 'administrator';
	/** First release that requires the role; older ones allow agents. */
	roleSince?: string;
	edition?: 'enterprise';
	/** A feature that must be enabled in the account, as Account → Update of the Platform node names it. */
	feature?: string;
	/** First release that requires the feature. */
	featureSince?: string;
	/** First release that has the operation or field, such as `4.14` or `4.14.1`; not set if 3.16 has it. */
	since?: string;
	/** First release that allows an agent bot's token; not set if all releases do, or none. */
	botSince?: string;
}

type Need = 'edition' | 'role' | 'since' | 'feature' | 'bot';

/** Made once: each delivery to a trigger asks for the needs of all its events. */
const inWords = new Intl.ListFormat('en-US');

/**
 * The needs in words, such as `an administrator and Chatwoot 4.14 or later`; '' for none.
 * @param kinds the needs to name, in this order
 */
export function requirements(
	needs: Needs,
	kinds: Need[] = ['edition', 'role', 'since', 'feature', 'bot'],
): string {
	const { role, roleSince, edition, feature, featureSince, since, botSince } = needs;
	const from = (release?: string) => (release ? ` (since Chatwoot ${release})` : '');
	const words: Record<Need, string | undefined | false> = {
		edition: edition && 'the Enterprise edition',
		role: role && `an administrator${from(roleSince)}`,
		since: since && `Chatwoot ${since} or later`,
		feature: feature && `the account feature ${feature}${from(featureSince)}`,
		bot: botSince && `Chatwoot ${botSince} or later for agent bot tokens`,
	};
	return inWords.format(kinds.flatMap((kind) => words[kind] || []));
}

/** One sentence without a full stop, such as `Requires an administrator`; '' without needs. */
export function sentenceOf(needs: Needs): string {
	const required = requirements(needs);
	return required && `Requires ${required}`;
}

/** The needs that can cause a refusal with each status. */
const LACKING: Record<number, Need[]> = {
	401: ['role'],
	402: ['edition', 'feature'],
	403: ['edition', 'role', 'since', 'feature'],
	404: ['edition', 'since', 'feature'],
};

/**
 * The needs that can explain a refusal with this status, such as `This requires the Enterprise edition
 * and the account feature SLA.`; '' if none can.
 */
export function lackText(status: number, needs: Needs): string {
	const required = requirements(needs, LACKING[status] ?? []);
	return required && `This requires ${required}.`;
}

/** Joins texts as n8n's lint wants descriptions: one without a full stop, several each with one. */
export function sentences(...texts: string[]): string {
	const filled = texts.filter(Boolean);
	if (filled.length < 2) return filled.join('');
	return filled.map((text) => text.replace(/\.?$/, '.')).join(' ');
}
