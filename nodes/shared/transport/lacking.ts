import { ServiceError } from '../faults';
import type { Request } from '../vocabulary/call';
import { lackText } from '../vocabulary/needs';
import { holderOf, roleIn, type Ask, type Owner } from './access';
import { accountNames } from './account';
import { unsaid } from './errors';
import { namedIn } from './missing';

/** What the service says of a token that it knows, where the token lacks a right. */
const WORDS = [
	'You are not authorized to do this action',
	'You are not authorized to access this account',
	'Access to this endpoint is not authorized for bots',
	unsaid(401),
];

const USERS = "a user's token: Profile Settings → Access Token";

/** What the token lacks for a request that was refused. */
function lackOf({ path, needs = {} }: Request, owner: Owner): string {
	if (owner.kind === 'platform')
		return `This is a platform app's token, which works only in the Platform node. This node needs ${USERS}.`;
	if (owner.kind === 'bot')
		return needs.botSince
			? `This is a bot's token, which may do this on Chatwoot ${needs.botSince} or newer. Other releases need ${USERS}.`
			: `This is a bot's token. It writes messages and changes conversations; everything else needs ${USERS}.`;
	const { name, accounts } = owner;
	const { account } = namedIn({ path });
	const membership = accounts.find(({ id }) => String(id) === account);
	if (!membership)
		return account && accounts.length
			? `The token belongs to ${name}, who is in ${accountNames(accounts)}. Choose another account, or another credential.`
			: `The token belongs to ${name}.`;
	const whose = `The token belongs to ${name}, ${roleIn(membership)}.`;
	const isAdministrator = membership.role === 'administrator';
	const lack = isAdministrator
		? lackText(403, { ...needs, role: undefined })
		: lackText(401, needs);
	const reach = isAdministrator
		? 'Some records are open to their own user alone, such as personal macros.'
		: 'Agents reach only the conversations of their inboxes, and a custom role may allow less.';
	return `${lack || reach} ${whose}`;
}

/**
 * Lets the refusal of a known token say what the token lacks.
 * @param once asks what all items of an execution share
 */
export function explainable(
	error: Error,
	request: Request,
	once: (name: string, task: () => Promise<Owner | undefined>) => Promise<Owner | undefined>,
	ask: Ask,
): Error {
	if (!(error instanceof ServiceError) || error.status !== 401 || !WORDS.includes(error.message))
		return error;
	error.explain = async () => {
		const [owner] = await Promise.allSettled([once('owner', async () => await holderOf(ask))]);
		return owner.status === 'fulfilled' && owner.value
			? lackOf(request, owner.value)
			: lackText(401, request.needs ?? {});
	};
	return error;
}
