import { parseArgs } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { BadInput, badInput, ServiceError } from '../nodes/shared/faults';
import { accountOf } from '../nodes/shared/transport/access';
import { baseUrl } from '../nodes/shared/transport/address';
import { bareToken, masked, secretsOf, type TokenHeader } from '../nodes/shared/transport/headers';

/** One option of a program, as `--help` shows it. */
export interface Option {
	/** The placeholder of its value, such as `N`; undefined for a switch. */
	value?: string;
	/** Environment variable that is used if the option is missing. */
	variable?: string;
	hint: string;
}

/** A program that queries a server. */
export interface Program {
	/** Script of package.json. */
	name: string;
	does: string;
	/** Its options, in addition to those of all programs. */
	options?: Record<string, Option>;
}

const COMMON: Record<string, Option> = {
	url: {
		value: 'https://…',
		variable: 'CHATWOOT_URL',
		hint: 'Address of the server; one of its dashboard will do',
	},
	token: {
		value: '…',
		variable: 'CHATWOOT_TOKEN',
		hint: "Access token: a user's, an agent bot's or a platform app's",
	},
	account: {
		value: 'N',
		variable: 'CHATWOOT_ACCOUNT',
		hint: 'Number of the account; not needed where the user has only one',
	},
	'platform-token': {
		value: '…',
		variable: 'CHATWOOT_PLATFORM_TOKEN',
		hint: "A platform app's token beside that of a user or a bot",
	},
	headers: {
		value: 'Name: value',
		variable: 'CHATWOOT_HEADERS',
		hint: 'Headers that a gateway in front of the server requires, one in each line',
	},
	json: { hint: 'Print JSON' },
	help: { hint: 'Print this' },
};

const optionsOf = ({ options }: Program) => ({ ...COMMON, ...options });

const tokensOf = (program: Program) =>
	Object.keys(optionsOf(program)).filter((name) => name.endsWith('token'));

/** The options of a call: trimmed texts, '' if missing, and switches. */
export interface Flags {
	text: (name: string) => string;
	has: (name: string) => boolean;
}

/** Replaces Node's messages, which repeat the input, possibly a token. */
const FAULTS: Record<string, string> = {
	ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: 'A value stands without an option before it',
	ERR_PARSE_ARGS_UNKNOWN_OPTION: 'There is no such option',
	ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'An option has no value, or a switch has one',
};

/**
 * @param args of the command line
 * @param environment used for what the command line lacks
 * @throws BadInput for an unknown option, and for a value that cannot be a token
 */
function read(program: Program, args: string[], environment: NodeJS.ProcessEnv): Flags {
	const all = optionsOf(program);
	let values: Record<string, string | boolean | undefined>;
	try {
		({ values } = parseArgs({
			args,
			options: Object.fromEntries(
				Object.entries(all).map(([name, { value }]) => [
					name,
					{ type: value ? ('string' as const) : ('boolean' as const) },
				]),
			),
		}));
	} catch (error) {
		const { code = '' } = error as { code?: string };
		throw badInput(`${FAULTS[code] ?? code}: npm run ${program.name} -- --help lists all options`);
	}
	const text = (name: string) => {
		const typed = String(values[name] || environment[all[name].variable ?? ''] || '').trim();
		return name.endsWith('token') ? bareToken(typed) : typed;
	};
	for (const name of tokensOf(program))
		if (!/^[!-~]*$/.test(text(name)))
			throw badInput(`--${name} has a blank or a letter that no token has: copy it again`);
	return { text, has: (name) => values[name] === true };
}

/** The server, and the tokens for it. */
export interface Access {
	/** Address without a slash at the end. */
	root: string;
	token: string;
	/** '' for none. */
	account: string;
	/** '' for none. */
	platformToken: string;
	/** Headers that a gateway requires, as the credential stores them. */
	headers?: ICredentialDataDecryptedObject['headers'];
	/** Header with which the token arrives; undefined until that is known. */
	header?: TokenHeader;
}

/** The value of `--headers`, as the credential stores it. */
const headersIn = ({ text }: Flags) => ({
	values: text('headers')
		.split('\n')
		.map((line) => {
			const [name, value = ''] = line.split(/:(.*)/s);
			return { name, value };
		}),
});

/** The credential of a node for this server. */
export const credentialIn = (
	{ root, token, account, headers = {}, header = 'api_access_token' }: Access,
	api_access_token = token,
): ICredentialDataDecryptedObject => ({
	base_url: root,
	api_access_token,
	account_id: account,
	header_spelling: header,
	headers,
});

/** @throws BadInput for what is missing */
export function accessOf(flags: Flags): Access {
	const { text } = flags;
	const missing = ['url', 'token'].filter((name) => !text(name));
	if (missing.length)
		throw badInput(
			`Missing: ${missing
				.map((name) => `--${name} (or ${COMMON[name].variable ?? ''})`)
				.join(', ')}. --help explains them`,
		);
	return {
		root: baseUrl(text('url')),
		token: text('token'),
		account: accountOf({ base_url: text('url'), account_id: text('account') }, '--account'),
		platformToken: text('platform-token'),
		headers: headersIn(flags),
	};
}

/** What `--help` prints. */
function helpOf(program: Program): string {
	const rows = Object.entries(optionsOf(program)).map(([name, { value, variable, hint }]) => [
		`--${name}${value ? ` ${value}` : ''}`,
		`${hint}${variable ? ` (${variable})` : ''}`,
	]);
	const width = Math.max(...rows.map(([option]) => option.length));
	return [
		`npm run ${program.name} -- --url https://… --token … [options]`,
		'',
		program.does,
		'',
		...rows.map(([option, hint]) => `  ${option.padEnd(width)}  ${hint}`),
		'',
		'What stands in brackets is a variable of the environment. npm prints the command line with the',
		'token in it: give tokens as variables where others can read along.',
	].join('\n');
}

/** One line: what is wrong, and what to do. */
function faultIn(error: unknown): string {
	if (error instanceof ServiceError) {
		const { message, hint } = error;
		const advice = /cert|self_signed|unable_to/.test(hint)
			? "Its certificate is not trusted here: give Node the issuer's with NODE_EXTRA_CA_CERTS=file.pem."
			: '';
		return [`${message}.`, hint, advice].filter(Boolean).join(' ');
	}
	if (error instanceof BadInput) return error.message;
	throw error;
}

/** What a program prints, and its exit status: 2 if nothing was done. */
export interface Outcome {
	status: number;
	text: string;
}

/**
 * Runs a program: reads its options, answers `--help`, and reports an error in one line. The text contains no token.
 * @param act the program, called with its options
 */
export async function runProgram(
	program: Program,
	args: string[],
	environment: NodeJS.ProcessEnv,
	act: (flags: Flags) => Promise<Outcome>,
): Promise<Outcome> {
	const secrets: string[] = [];
	const done = ({ status, text }: Outcome) => ({ status, text: masked(secrets, text) });
	try {
		const flags = read(program, args, environment);
		if (flags.has('help')) return { status: 0, text: helpOf(program) };
		secrets.push(...tokensOf(program).map(flags.text).filter(Boolean));
		secrets.push(...secretsOf({ headers: headersIn(flags) }));
		return done(await act(flags));
	} catch (error) {
		return done({ status: 2, text: faultIn(error) });
	}
}

/** Prints the outcome and exits. n8n-core leaves timers running, so the program exits by itself once everything is written. */
export function end({ status, text }: Outcome): void {
	(status === 2 ? process.stderr : process.stdout).write(`${text}\n`, () => process.exit(status));
}
