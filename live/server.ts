import { CredentialTestContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { badInput } from '../nodes/shared/faults';
import { isPrivateHost } from '../nodes/shared/privateHost';
import { unreached } from '../nodes/shared/tasks/unreached';
import {
	asker,
	checkAccess,
	checkAddress,
	hasArrived,
	isPlatforms,
	ownAccount,
	ownerOf,
	type Answer,
	type Ask,
} from '../nodes/shared/transport/access';
import { accountNames } from '../nodes/shared/transport/account';
import { readError } from '../nodes/shared/transport/errors';
import { TOKEN_HEADERS, type TokenHeader } from '../nodes/shared/transport/headers';
import { at, isObject, webUrl } from '../nodes/shared/values';
import { versionOf } from '../nodes/shared/vocabulary/release';
import { credentialIn, type Access } from './options';

/** A server as one token sees it. */
export interface Server {
	/** Without a slash at the end. */
	url: string;
	/** Such as `4.16.2`; undefined if the server does not say. */
	release?: string;
	/** Undefined if it cannot be found out. */
	edition?: 'community' | 'enterprise';
	token: {
		kind: 'user' | 'bot' | 'platform';
		/** Only of a user. */
		name?: string;
		/** Only of a user in the account. */
		role?: string;
		customRole?: string;
	};
	/** Whether a platform app's token was given, as the only token or in addition. */
	platform: boolean;
	/** Undefined if none was named and the token has no account or several. */
	account?: Account;
	/** The accounts to choose from, if none was named. */
	accounts?: Account[];
	/** The spelling of the header that reached Chatwoot. */
	header: TokenHeader;
	/** Seconds that its clock is ahead of this machine's, negative if it is behind; undefined without a date. */
	clock?: number;
}

export interface Account {
	id: string;
	/** Undefined for a bot, which may not read it. */
	name?: string;
	/** `active`, `suspended`. */
	status?: string;
	/** The enabled features, with the API's names; undefined if the token may not read them. */
	features?: string[];
}

/** Sends with n8n's request helper, so that a proxy or a certificate affects it like the nodes. */
const { request } = new CredentialTestContext().helpers;

/** Queries a server. @param token instead of that of a user or a bot */
export const askerFor = (access: Access, token?: string): Ask =>
	asker(request, access.root, credentialIn(access, token));

/** @returns the first header in which the token reaches Chatwoot, and the reply with the profile */
async function through(access: Access) {
	const headers = Object.keys(TOKEN_HEADERS) as TokenHeader[];
	for (const header of headers) {
		const ask = askerFor({ ...access, header });
		const profile = await ask('GET', '/api/v1/profile');
		if (hasArrived(profile)) return { header, ask, profile };
	}
	throw badInput(
		`The token did not arrive in any of the headers ${headers.join(', ')}: a proxy in front of Chatwoot drops them. Let it pass one of them`,
	);
}

const words = ({ statusCode, body }: Answer) => readError(body).words || String(statusCode);

/** The account in a reply. */
function accountIn(body: unknown, { id, name, status }: IDataObject): Account {
	const features = at(body, 'features');
	return {
		id: String(id),
		name: String(at(body, 'name') ?? name),
		status: String(at(body, 'status') ?? status),
		features: isObject(features)
			? Object.keys(features).filter((feature) => features[feature] === true)
			: undefined,
	};
}

/** The named account of a platform app, or the accounts that it has access to. */
async function platformsAccount(
	ask: Ask,
	id: string,
): Promise<Pick<Server, 'account' | 'accounts'>> {
	const path = '/platform/api/v1/accounts';
	const answer = id ? await ask('GET', `${path}/${id}`) : undefined;
	if (answer?.statusCode === 200) return { account: accountIn(answer.body, { id }) };
	// Once one was deleted, Chatwoot can no longer list them.
	const { body } = await ask('GET', path);
	const accounts = Array.isArray(body) ? (body as IDataObject[]) : [];
	if (!answer) return { accounts: accounts.map((entry) => accountIn(entry, entry)) };
	throw badInput(
		`Account ${id} is not open to this platform app: ${words(answer)}. ${
			accounts.length ? `It reaches ${accountNames(accounts)}` : 'Give one that it created'
		} as --account`,
	);
}

/**
 * The Enterprise edition has endpoints that the Community edition lacks, and answers there, even if it refuses.
 * @param account any, because the token is checked first
 */
async function editionOf(ask: Ask, account = '1'): Promise<Server['edition']> {
	const { statusCode } = await ask('GET', `/api/v1/accounts/${account}/sla_policies`);
	if (statusCode === 404) return 'community';
	return statusCode === 200 || statusCode === 401 ? 'enterprise' : undefined;
}

/** @param sentAt, answered Unix milliseconds before and after an answer; its date is in full seconds */
function clockOf({ headers }: Answer, sentAt: number, answered: number): number | undefined {
	const serverTime = Date.parse(String(headers.date));
	if (Number.isNaN(serverTime)) return undefined;
	const ahead = (serverTime + 500 - (sentAt + answered) / 2) / 1000;
	// The date has full seconds, and was written at any time between the request and its answer.
	const unsure = 1.5 + (answered - sentAt) / 2000;
	return Math.abs(ahead) < unsure ? 0 : Math.round(ahead);
}

/**
 * Reads everything about a server and writes nothing. A bot may read nothing that certainly exists;
 * it is recognized by a message to conversation 0, which never exists.
 * @throws BadInput if the address, token or account is wrong
 * @throws ServiceError if no answer arrived
 */
export async function readServer(access: Access): Promise<Server> {
	const { root, account, platformToken } = access;
	const open = askerFor(access);
	const sentAt = Date.now();
	const address = await checkAddress(open, root);
	const clock = clockOf(address, sentAt, Date.now());
	const release = await versionOf({ getOnce: async () => address.body });
	const { header, ask, profile } = await through(access);
	const owner = await ownerOf(ask, profile, account);
	const { kind } = owner;
	const known = { url: root, release, header, clock };
	if (platformToken && !(await isPlatforms(askerFor({ ...access, header }, platformToken))))
		throw badInput(
			'--platform-token is none of a platform app: super admin console → Platform Apps',
		);
	const platform = kind === 'platform' || platformToken !== '';
	if (owner.kind === 'user') {
		const membership = ownAccount(owner.accounts, account, ['correct --account', 'add --account']);
		await checkAccess(ask, membership);
		const { role, custom_role: custom } = membership;
		const { body } = await ask('GET', `/api/v1/accounts/${String(membership.id)}`);
		const customRole = at(custom, 'name');
		return {
			...known,
			edition: await editionOf(ask, String(membership.id)),
			token: {
				kind,
				name: String(at(profile.body, 'name')),
				role: String(role),
				...(customRole ? { customRole: String(customRole) } : {}),
			},
			platform,
			account: accountIn(body, membership),
		};
	}
	return {
		...known,
		edition: await editionOf(ask, account || undefined),
		token: { kind },
		platform,
		...(kind === 'platform'
			? await platformsAccount(ask, account)
			: account
				? { account: { id: account } }
				: {}),
	};
}

/** Whether a server can call n8n, judged only by n8n's address. */
export interface Reach {
	/** Origin of n8n. */
	address: string;
	reached: 'no' | 'near' | 'maybe';
	/** Without a full stop. */
	why: string;
}

/**
 * @param typed address of n8n
 * @throws BadInput if it is not an address
 */
export async function reachOf(typed: string, { release }: Server): Promise<Reach> {
	const url = webUrl(typed);
	if (!url) throw badInput('--webhook-url must be an address such as https://n8n.example.com');
	const address = url.origin;
	const why = await unreached(address, { getOnce: async () => ({ version: release }) });
	if (why) return { address, reached: 'no', why };
	if (isPrivateHost(url.hostname))
		return {
			address,
			reached: 'near',
			why: `${address} is a private address: only a server in the same network can call it, and Chatwoot 4.14 and newer refuse to`,
		};
	return {
		address,
		reached: 'maybe',
		why: `${address} is no private address: the service may call it. Whether it gets there shows with the first event`,
	};
}
