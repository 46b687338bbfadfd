import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	INodeProperties,
	IWebhookFunctions,
} from 'n8n-workflow';
import { BadInput, together } from '../shared/faults';
import { calendarOf } from '../shared/time/calendar';
import { isEmpty } from '../shared/values';
import {
	account,
	flag,
	named,
	optional,
	picks,
	secret,
	simplify,
	type Field,
} from '../shared/vocabulary';
import { events } from './events';
import { checkFilters, filterFields } from './filters';

/** What the user set, checked and converted. */
export interface Settings {
	account: number;
	events: string[];
	filters: IDataObject;
	loopGuard: boolean;
	simplify: boolean;
	checkSecret: boolean;
	dropRepeats: boolean;
	readMessage: boolean;
	addressIsReachable: boolean;
}

const chosen = picks(
	'events',
	Object.fromEntries(Object.entries(events).map(([value, { name }]) => [value, name])),
	{ hint: 'What starts the workflow; each delivery gives one item, whichever of these it is' },
);

/** The list with a note to each event that needs one. */
const eventsProperty: INodeProperties = {
	...chosen.property,
	options: Object.entries(events)
		.map(([value, { name, hint }]) => ({ name, value, ...(hint ? { description: hint } : {}) }))
		.sort((a, b) => a.name.localeCompare(b.name)),
};

const guard = flag('loop_guard', {
	label: 'Ignore Bots and Own Messages',
	hint: "Whether messages of the credential's own user, of bots, automation rules and templates start nothing, so that a workflow that answers does not hear itself",
	default: true,
});

const checkSecret = flag('check_secret', {
	hint: 'Whether to let in only what comes to the address with the secret that the node registers. Other calls get 401.',
	default: true,
});
const dropRepeats = flag('drop_repeats', {
	hint: 'Whether to start nothing for an event that this trigger has seen',
	default: true,
});
const readMessage = flag('read_message', {
	hint: 'Whether to read the message from the service: its text as it was written, and its status. Adds stored_message.',
});
const addressIsReachable = flag('address_is_reachable', {
	hint: 'Whether to register a private address all the same, because SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is in the environment of the service',
});
const signingSecret = secret('signing_secret', {
	hint: 'Only if the service signs and the node does not know the secret: newer releases give it when the webhook is registered',
});
const optionFields = optional(
	addressIsReachable,
	checkSecret,
	dropRepeats,
	readMessage,
	signingSecret,
).optional;

const collection = (
	name: string,
	label: string,
	text: string,
	fields: Field[],
): INodeProperties => ({
	displayName: label,
	name,
	type: 'collection',
	placeholder: `Add ${text}`,
	default: {},
	options: fields
		.map(({ property }) => property)
		.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** For the lists of accounts, inboxes, agents, teams and labels. */
export const fields: Field[] = [account(), ...filterFields];

export const properties: INodeProperties[] = [
	{
		displayName:
			'The node registers this n8n at the service by itself, with a secret in the address, when the workflow is activated or listens for a test event. Do not enter the webhook URL there by hand.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	account().property,
	eventsProperty,
	guard.property,
	simplify.property,
	collection('filters', 'Filters', 'Filter', filterFields),
	{
		displayName:
			'Chatwoot 4.14 and newer calls public addresses only. Where the webhook URL of this n8n is private (localhost, 192.168…, a name such as n8n), set SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true in the environment of Chatwoot and switch on Options → Address Is Reachable.',
		name: 'reachability',
		type: 'notice',
		default: '',
	},
	collection('options', 'Options', 'Option', optionFields),
];

type Context = IHookFunctions | IWebhookFunctions;

/** Reads and converts; `done` throws all faults together. */
function reader(context: Context, credentials: ICredentialDataDecryptedObject) {
	const faults: BadInput[] = [];
	const convert = (field: Field, raw: unknown): unknown => {
		try {
			return field.convert(raw, {
				...calendarOf(context.getTimezone()),
				values: {},
				credentials,
			});
		} catch (error) {
			faults.push(named(field, error));
			return undefined;
		}
	};
	return {
		flag: (field: Field) => convert(field, context.getNodeParameter(field.name, true)),
		required: (field: Field, empty: string): unknown => {
			const raw = context.getNodeParameter(field.name, null) as unknown;
			const value = isEmpty(raw) && field.fallback ? credentials[field.fallback] : raw;
			if (!isEmpty(value)) return convert(field, value);
			faults.push(named(field, new BadInput(empty)));
			return undefined;
		},
		all: (name: string, members: Field[]): IDataObject => {
			const raw = context.getNodeParameter(name, {}) as IDataObject;
			return Object.fromEntries(
				members
					.filter((field) => !isEmpty(raw[field.name]))
					.map((field) => [field.name, convert(field, raw[field.name])]),
			) as IDataObject;
		},
		done: () => {
			if (faults.length) throw together(faults);
		},
	};
}

const NO_ACCOUNT = 'is empty: choose one, or set a default in the credential';

/** @throws BadInput where there is none */
export function readAccount(context: Context, credentials: ICredentialDataDecryptedObject): number {
	const { required, done } = reader(context, credentials);
	const found = required(account(), NO_ACCOUNT);
	done();
	return found as number;
}

/** @throws BadInput with all faults together */
export function readSettings(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
): Settings {
	const { flag: read, required, all, done } = reader(context, credentials);
	const settings = {
		account: required(account(), NO_ACCOUNT),
		events: required(chosen, 'is empty: choose at least one'),
		filters: all('filters', filterFields),
		loopGuard: read(guard),
		simplify: read(simplify),
	} as Settings;
	const options = all('options', optionFields);
	done();
	checkFilters(settings.events, settings.filters);
	return {
		...settings,
		checkSecret: options.check_secret !== false,
		dropRepeats: options.drop_repeats !== false,
		readMessage: options.read_message === true,
		addressIsReachable: options.address_is_reachable === true,
	};
}
