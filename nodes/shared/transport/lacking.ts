import { ServiceError } from '../faults';
import type { Request } from '../vocabulary/call';
import { lackText } from '../vocabulary/needs';
import { holderOf, roleIn, type Ask, type Owner } from './access';
import { accountNames } from './account';
import { NO_PLATFORM_TOKEN, NOT_ARRIVED, withoutReason } from './errors';
import { namedIn } from './missing';

/** Chatwoot's words for a valid token that lacks a right. */
const WORDS = [
	'You are not authorized to do this action',
	'You are not authorized to access this account',
	'Access to this endpoint is not authorized for bots',
	withoutReason(401),
];

/** What Chatwoot says if no token arrived. The platform API says it for every token that is not a platform app's. */
const NO_TOKEN = [NOT_ARRIVED, NO_PLATFORM_TOKEN];

const USERS = "a user's token: Profile Settings → Access Token";

/** Titles for tokens that do not belong to a user: Chatwoot calls both of them bots. */
const TITLES: Partial<Record<Owner['kind'], string>> = {
	platform: "This node does not work with a platform app's token",
	bot: "An agent bot's token cannot do this",
};

/** What the token lacks for a refused request, in sentences. */
function lackOf({ path, needs = {} }: Request, owner: Owner): string {
	if (owner.kind === 'platform')
		return `Use it in the Platform node only. This node needs ${USERS}.`;
	if (owner.kind === 'bot')
		return needs.botSince
			? `Agent bots can do this since Chatwoot ${needs.botSince}. Earlier releases need ${USERS}.`
			: `Agent bots can write messages and change conversations. Everything else needs ${USERS}.`;
	const { name, accounts } = owner;
	const { account } = namedIn({ path });
	const membership = accounts.find(({ id }) => String(id) === account);
	if (!membership)
		return account && accounts.length
			? `The token belongs to ${name}, a member of ${accountNames(accounts)}. Choose another account, or another credential.`
			: `The token belongs to ${name}.`;
	const whose = `The token belongs to ${name}, ${roleIn(membership)}.`;
	const isAdministrator = membership.role === 'administrator';
	const lack = isAdministrator
		? lackText(403, { ...needs, role: undefined })
		: lackText(401, needs);
	const access = isAdministrator
		? 'Some records, such as personal macros, are only available to the user who owns them.'
		: 'Agents only have access to conversations in their inboxes, and a custom role may allow less.';
	return `${lack || access} ${whose}`;
}

/**
 * Lets the refusal of a valid token say what the token lacks, and that of a token that did not arrive in which
 * header it does.
 * @param once does a task once for all items of an execution
 * @param adviceForHeader which header to choose; '' if none is better
 */
export function explainable(
	error: Error,
	request: Request,
	once: (name: string, task: () => Promise<Owner | undefined>) => Promise<Owner | undefined>,
	ask: Ask,
	adviceForHeader: (isForPlatform: boolean) => Promise<string>,
): Error {
	const { message } = error;
	if (!(error instanceof ServiceError) || error.status !== 401) return error;
	if (NO_TOKEN.includes(message)) {
		error.explain = async () => {
			const isForPlatform = message === NO_PLATFORM_TOKEN;
			const [tried] = await Promise.allSettled([adviceForHeader(isForPlatform)]);
			if (tried.status === 'rejected' || !tried.value) return '';
			// Instead of the causes that are now excluded.
			error.hint = '';
			return `${tried.value}.`;
		};
		return error;
	}
	if (!WORDS.includes(message)) return error;
	error.explain = async () => {
		const [found] = await Promise.allSettled([once('owner', async () => await holderOf(ask))]);
		const owner = found.status === 'fulfilled' ? found.value : undefined;
		if (!owner) return lackText(401, request.needs ?? {});
		// A task may have put the name of its step in front.
		error.message = error.message.replace(message, TITLES[owner.kind] ?? message);
		return lackOf(request, owner);
	};
	return error;
}
