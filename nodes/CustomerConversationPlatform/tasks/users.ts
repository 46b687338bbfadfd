import type { IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../../shared/faults';
import { recordOf } from '../../shared/steps';
import {
	integer,
	secret,
	text,
	type Call,
	type Field,
	type Request,
} from '../../shared/vocabulary';

/** A text field: a number field would need a default, which is somebody's ID. */
export const userId = (): Field => ({
	...text('user_id', {
		placeholder: 'e.g. 42',
		hint: 'ID from User → Create or Account → Get Users. Chatwoot has no list of all users.',
	}),
	convert: integer('user_id', { range: [1, Infinity] }).convert,
});

/** The rules of the service, with the special characters that it lists when it refuses a password. */
const RULES: Array<[pattern: RegExp, words: string]> = [
	[/^.{6}/su, 'at least 6 characters'],
	[/[A-Z]/, 'an uppercase letter (A to Z)'],
	[/[a-z]/, 'a lowercase letter (a to z)'],
	[/[0-9]/, 'a digit (0 to 9)'],
	[
		/[ !@#$%^&*()_+\-=[\]{}|"/\\.,`<>:;?~']/,
		'a special character (!@#$%^&*()_+-=[]{}|"/\\.,`<>:;?~\' or a blank)',
	],
];

export function password(): Field {
	const kind = secret('password', {
		hint: 'At least 6 characters, with an uppercase letter, a lowercase letter, a digit and a special character',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const result = String(kind.convert(value, reading));
			const missing = RULES.filter(([pattern]) => !pattern.test(result)).map(([, words]) => words);
			if (missing.length) throw new BadInput(`needs ${missing.join(', ')}`);
			return result;
		},
	};
}

/**
 * The user with an email, or a new one. For the email of an existing user the service answers 200 with
 * that user, and neither uses nor checks the other fields. So the first request has no password: it finds
 * an existing user, but creates none. Afterwards the platform app can access the user.
 */
export async function userFor(
	send: Call['send'],
	create: Request,
): Promise<{ action: 'found' | 'created'; user: IDataObject }> {
	const { name, email } = create.body ?? {};
	const [outcome] = await Promise.allSettled([
		send({ ...create, body: { name, email }, again: true }),
	]);
	if (outcome.status === 'fulfilled') return { action: 'found', user: recordOf(outcome.value) };
	const error: unknown = outcome.reason;
	const isNew =
		error instanceof ServiceError && error.status === 422 && error.fields.includes('password');
	if (!isNew) throw error;
	// The user did not exist, so sending it twice returns the user that the first request created. If the
	// email is invalid, this request is refused with that reason, and not for a missing password.
	const made = await send({ ...create, again: true });
	return { action: 'created', user: recordOf(made, '', true) };
}
