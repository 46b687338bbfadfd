import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { recordOf, steps } from '../../../shared/steps';
import { rowsOf } from '../../../shared/transport/pages';
import {
	type Call,
	email,
	includeSecrets,
	operation,
	optional,
	pick,
	record,
	type Request,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { password, userFor } from '../../tasks/users';
import { details } from './parts/fields';
import { without } from '../../../shared/values';

type Person = Awaited<ReturnType<typeof userFor>>;

interface Place {
	action: 'found' | 'created';
	account: IDataObject;
	/** The membership of the user, who is already in the account. */
	membership?: IDataObject;
}

/** The reply, or undefined if the service answers with one of these statuses. */
async function unless(statuses: number[], reply: Promise<unknown>): Promise<unknown> {
	const [outcome] = await Promise.allSettled([reply]);
	if (outcome.status === 'fulfilled') return outcome.value;
	const error: unknown = outcome.reason;
	if (error instanceof ServiceError && statuses.includes(error.status ?? 0)) return undefined;
	throw error;
}

/**
 * The user's account with this name, otherwise one without users, which a failed run may have left,
 * otherwise a new one. An account with this name and other users belongs to somebody else.
 */
async function accountFor(
	send: Call['send'],
	create: Request,
	{ action, user }: Person,
): Promise<Place> {
	const { path, body } = create;
	const ask = async (below: string) => await send({ method: 'GET', path: path + below });
	const isNamed = ({ name }: IDataObject) => name === body?.name;
	for (const membership of rowsOf(user, 'accounts').filter(isNamed)) {
		// The user may also be in an account of another platform app.
		const account = await unless([401, 404], ask(`/${membership.id as number}`));
		if (account) return { action: 'found', account: recordOf(account), membership };
	}
	if (action === 'found') {
		// The list always fails after an account has been deleted.
		const listed = (await unless([500], ask(''))) ?? [];
		for (const account of rowsOf(listed, '').filter(isNamed)) {
			const users = rowsOf(await ask(`/${account.id as number}/account_users`), '');
			if (users.length === 0) return { action: 'found', account };
		}
	}
	return { action: 'created', account: recordOf(await send(create), '', true) };
}

/** Sets the role, if the user does not have it. */
async function membershipFor(
	send: Call['send'],
	path: string,
	{ account, membership }: Place,
	user_id: IDataObject[string],
	role: IDataObject[string],
): Promise<IDataObject> {
	if (membership?.role === role) return { action: 'found', account_id: account.id, user_id, role };
	const reply = await send({
		method: 'POST',
		path: `${path}/${account.id as number}/account_users`,
		body: { user_id, role },
		// Safe to send again: it sets the same role.
		again: true,
	});
	return { action: membership ? 'updated' : 'created', ...recordOf(reply) };
}

export const provision = operation({
	name: 'Provision',
	action: 'Provision an account with its administrator',
	gives: 'Returns the account, the user and the role, each with its action',
	description:
		"Finds or creates the user by email, finds or creates the user's account with this name, and sets the role. Safe to repeat: an existing user or account does not change, including the password. Only the role is set.",
	request: 'POST /platform/api/v1/accounts',
	body: [
		text('name', { label: 'Account Name' }),
		optional(
			text('display_name', { label: 'User Display Name', hint: 'Only for a new user' }),
			...details(),
		),
	],
	options: [
		text('user_name', { hint: 'Full name of a new user' }),
		email('email', { hint: 'Email that the user signs in with' }),
		password(),
		pick('role', { administrator: 'Administrator', agent: 'Agent' }),
		optional(includeSecrets()),
	],
	reply: simplified(record(), {
		id: 'account.id',
		account_id: 'account.id',
		account_name: 'account.name',
		account_action: 'account.action',
		user_id: 'user.id',
		user_name: 'user.name',
		user_email: 'user.email',
		user_action: 'user.action',
		access_token: 'user.access_token?',
		role: 'account_user.role',
		account_user_action: 'account_user.action',
	}),
	run: async ({ values, request, send }) => {
		const { display_name, ...body } = request.body ?? {};
		const { path } = request;
		const create = { ...request, body };
		const newUser = {
			...request,
			path: path.replace(/accounts$/, 'users'),
			body: {
				name: values.user_name,
				display_name,
				email: values.email,
				password: values.password,
			},
		};
		const step = steps();
		const person = await step(
			'Finding or creating the user',
			async () => await userFor(send, newUser),
			({ action, user }) => `user ${user.id as number} was ${action}`,
		);
		const place = await step(
			'Finding or creating the account',
			async () => await accountFor(send, create, person),
			({ action, account }) => `account ${account.id as number} was ${action}`,
		);
		const account_user = await step(
			'Setting the role',
			async () => await membershipFor(send, path, place, person.user.id, values.role),
			() => 'the role was set',
		);
		// Left out, because they are the accounts from before this run.
		const user = without(person.user, 'accounts');
		return [
			{
				account: { action: place.action, ...place.account },
				user: { action: person.action, ...user },
				account_user,
			},
		];
	},
});
