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

/** Typed as text: a number field would begin with the ID of somebody. */
export const userId = (): Field => ({
	...text('user_id', {
		placeholder: 'e.g. 42',
		hint: 'ID from User → Create or Account → Get Users. Chatwoot has no list of all users.',
	}),
	convert: integer('user_id', { range: [1, Infinity] }).convert,
});

/** The special characters are those that the service lists when it refuses a password. */
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
 * The user of an e-mail address, or a new one. To the address of a known user the service answers
 * 200 with that user, and neither uses nor checks anything else. So it is asked without a password
 * first: that finds a known user and makes no new one. The app may reach the user afterwards.
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
	// There was none, so that sent twice the second one gives what the first one made. Of a bad
	// address the refusal of this one speaks, which does not miss the password.
	const made = await send({ ...create, again: true });
	return { action: 'created', user: recordOf(made, '', true) };
}
