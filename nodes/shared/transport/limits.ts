/**
 * What the service counts for one kind of call, beside all calls of an address. A 429 tells nothing
 * of it. The numbers are those of 4.16; a server may set others.
 */
interface Limit {
	calls: RegExp;
	words: string;
	/** Counted by the hour or the day: the next minute does not help. */
	lasting?: true;
}

const LIMITS: Limit[] = [
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

/** Of all calls from one address, where no other limit is known. */
export const GENERAL_LIMIT = '3,000 requests per minute and IP address';

/** What is known of the limit that a call met. */
export interface Reached {
	/** How many the service takes. */
	words: string;
	/** Of a limit of an hour or a day: whose it is. */
	lasting?: string;
}

/** @param path from the root of the service */
export function limitOf(method: string, path: string): Reached | undefined {
	const limit = LIMITS.find(({ calls }) => calls.test(`${method} ${path}`));
	if (!limit) return undefined;
	const [account] = /\/accounts\/[^/]+/.exec(path) ?? [''];
	return { words: limit.words, ...(limit.lasting ? { lasting: `${account} ${limit.words}` } : {}) };
}
