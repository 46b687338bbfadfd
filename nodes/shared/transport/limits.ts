/**
 * A limit for one kind of call, in addition to the limit for all calls of an IP address. A 429 does not say
 * which limit was reached. The numbers are those of 4.16; a server can have others.
 */
interface RateLimit {
	calls: RegExp;
	words: string;
	/** The limit counts per hour or day, so waiting for the next minute does not help. */
	lasting?: true;
}

const LIMITS: RateLimit[] = [
	{ calls: /^GET .*\/contacts\/search$/, words: '100 requests per minute and account' },
	{ calls: /^GET .*\/conversations\/meta$/, words: '30 requests per minute, token and account' },
	{ calls: /^DELETE .*\/conversations\/\d+$/, words: '60 requests per minute and account' },
	{
		calls: /^GET \/api\/v2\/.*\/reports\b/,
		words: '100 requests per minute, token and account, and 1,000 per minute and account',
	},
	{ calls: /^POST .*\/agents$/, words: '100 requests per day and account', lasting: true },
	{ calls: /^DELETE .*\/agents\/\d+$/, words: '50 requests per day and account', lasting: true },
	{
		calls: /^POST .*\/transcript$/,
		words:
			"1,000 requests per hour and account (30 on 4.10), and on the vendor's cloud the emails per day that the plan includes",
		lasting: true,
	},
	{ calls: /^POST .*\/upload$/, words: '60 requests per hour and account', lasting: true },
];

/** The limit for all calls of an IP address. */
export const GENERAL_LIMIT = '3,000 requests per minute and IP address';

/** The limit that a call reached. */
export interface Reached {
	/** The limit in words. */
	words: string;
	/** For a limit per hour or day: names the limit and its account. */
	lasting?: string;
}

/** The limit that applies to a call, if one is known. @param path from Chatwoot's root */
export function limitOf(method: string, path: string): Reached | undefined {
	const limit = LIMITS.find(({ calls }) => calls.test(`${method} ${path}`));
	if (!limit) return undefined;
	const [account] = /\/accounts\/[^/]+/.exec(path) ?? [''];
	return { words: limit.words, ...(limit.lasting ? { lasting: `${account} ${limit.words}` } : {}) };
}
