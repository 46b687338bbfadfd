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
	text('title', {
		hint: 'Does not have to be unique. The slug is made from the first title and does not change.',
	});

/** A text, because a URL with parameters in braces is not a valid URL yet. */
export const endpoint = (): Field => {
	const kind = text('endpoint_url', {
		label: 'Endpoint URL',
		placeholder: 'e.g. https://api.example.com/orders',
		hint: 'Must begin with https:// and have a public host name. Write parameters as {{ order_id }}, and set the field to Fixed, not to Expression.',
	});
	return {
		...kind,
		convert: (value, reading) => {
			const converted = String(kind.convert(value, reading)).trim();
			if (!/^https:\/\/[^\s/]/i.test(converted))
				throw new BadInput('must be a URL that begins with https://');
			return converted;
		},
	};
};

/** A test calls the URL as it is. */
export const testedEndpoint = (): Field => {
	const kind = endpoint();
	const description = 'Use values instead of parameters, which a test does not fill in';
	return {
		...kind,
		property: { ...kind.property, description },
		convert: (value, reading) => {
			const converted = String(kind.convert(value, reading));
			if (converted.includes('{{'))
				throw new BadInput(
					'contains a parameter in braces, which a test does not fill in: use a value instead',
				);
			return converted;
		},
	};
};

export const httpMethod = () =>
	pick('http_method', { GET: 'GET', POST: 'POST' }, { label: 'HTTP Method' });

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
				label: 'Header Name',
				placeholder: 'e.g. X-API-Key',
				shown: false,
			}),
			secret('auth_key', { as: 'auth_config.key', label: 'API Key' }),
		),
	},
};

const none = { name: 'None', parts: [] as Part[] };

/** How the server authenticates itself at the URL. */
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
	hint: 'Values that the assistant fills in. An update replaces all of them.',
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
				optional(flag('required', { hint: 'Whether the assistant has to fill it in' })),
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

/** The optional fields of a tool. */
export const details = () => [
	text('description', { rows: 2, hint: 'Tells the assistant when to use it', clear: '' }),
	httpMethod(),
	requestTemplate(
		'Liquid template for the body of a POST request, e.g. { "number": "{{ order_id }}" }',
	),
	text('response_template', {
		rows: 4,
		hint: 'Liquid template for the part of the response that the assistant reads, e.g. {{ response.state }}',
		clear: '',
	}),
	...parameters(),
	flag('enabled', { hint: 'Whether assistants can use it', default: true }),
];
