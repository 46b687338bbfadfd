import { BadInput } from '../../../../shared/faults';
import {
	besideJson,
	choice,
	fixed,
	flag,
	jsonList,
	optional,
	pick,
	rows,
	secret,
	text,
	type Choice,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

export const toolTitle = () =>
	text('title', { hint: 'Two tools may have the same; its slug is made of the first one' });

/** With names in braces it is no address yet. */
export const endpoint = (): Field => {
	const kind = text('endpoint_url', {
		label: 'Endpoint URL',
		placeholder: 'e.g. https://api.example.com/orders',
		hint: 'Begins with https:// and has a public host name. A parameter stands in it as {{ order_id }}: as a fixed text, not as an expression of n8n.',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const given = String(kind.convert(value, reading)).trim();
			if (!/^https:\/\/[^\s/]/i.test(given))
				throw new BadInput('must be an address that begins with https://');
			return given;
		},
	};
};

/** A test calls the address as it stands. */
export const testedEndpoint = (): Field => {
	const kind = endpoint();
	const description = 'With values in the place of parameters: a test fills none in';
	return {
		...kind,
		property: { ...kind.property, description },
		convert: (value, reading) => {
			const given = String(kind.convert(value, reading));
			if (given.includes('{{'))
				throw new BadInput(
					'has a parameter in braces, which a test does not fill in: write a value',
				);
			return given;
		},
	};
};

export const httpMethod = () => pick('http_method', { GET: 'GET', POST: 'POST' });

export const requestTemplate = (hint: string) =>
	text('request_template', { rows: 4, hint, clear: '' });

const login = (type: string, ...parts: Part[]): Part[] => [fixed({ auth_type: type }), ...parts];

const LOGINS: Choice['choices'] & Record<string, { name: string }> = {
	bearer: {
		name: 'Bearer Token',
		parts: login('bearer', secret('auth_token', { as: 'auth_config.token', label: 'Token' })),
	},
	basic: {
		name: 'Basic',
		parts: login(
			'basic',
			text('auth_username', { as: 'auth_config.username', label: 'Username', shown: false }),
			secret('auth_password', { as: 'auth_config.password', label: 'Password' }),
		),
	},
	api_key: {
		name: 'API Key in a Header',
		parts: login(
			'api_key',
			fixed({ 'auth_config.location': 'header' }),
			text('auth_header', {
				as: 'auth_config.name',
				label: 'Header',
				placeholder: 'e.g. X-API-Key',
				shown: false,
			}),
			secret('auth_key', { as: 'auth_config.key', label: 'API Key' }),
		),
	},
};

const none = { name: 'None', parts: [] as Part[] };

/** How the address knows the caller; the service keeps it as it is sent. */
export const authentication = () =>
	choice('auth_type', { none, ...LOGINS }, { label: 'Authentication' });

export const changedAuthentication = () =>
	choice(
		'auth_type',
		{
			unchanged: { name: 'Unchanged', parts: [] },
			none: { name: 'None', parts: login('none', fixed({ auth_config: {} })) },
			...LOGINS,
		},
		{ label: 'Authentication' },
	);

const TYPES = {
	string: 'Text',
	number: 'Number',
	boolean: 'Boolean',
	array: 'List',
	object: 'Object',
};

const schema = {
	as: 'param_schema',
	label: 'Parameters',
	hint: 'What the assistant fills in. Replaces all.',
	clear: [],
};

const parameters = () =>
	besideJson(
		rows(
			'param_schema_rows',
			[
				text('name', { placeholder: 'e.g. order_id' }),
				pick('type', TYPES),
				text('description', { hint: 'Tells the assistant what to fill in' }),
				optional(flag('required', { hint: 'Whether a call needs it' })),
			],
			{ ...schema, placeholder: 'Add Parameter', entries: 'parameters' },
		),
		jsonList('param_schema', {
			...schema,
			check: (row, { number }) => {
				const lacking = ['name', 'type', 'description'].filter((key) => !row[key]);
				if (lacking.length) throw new BadInput(`entry ${number} needs ${lacking.join(', ')}`);
				return row;
			},
		}),
	);

/** What a tool may have beside title, address and authentication. */
export const details = () => [
	text('description', { rows: 2, hint: 'Tells the assistant when to use it', clear: '' }),
	httpMethod(),
	requestTemplate('Liquid for the body of a POST, such as { "number": "{{ order_id }}" }'),
	text('response_template', {
		rows: 4,
		hint: 'Liquid for what the assistant reads of the answer, such as {{ response.state }}',
		clear: '',
	}),
	...parameters(),
	flag('enabled', { hint: 'Whether assistants may use it', default: true }),
];
