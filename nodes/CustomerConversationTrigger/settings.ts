import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	INodeProperties,
	IWebhookFunctions,
} from 'n8n-workflow';
import { offered } from '../shared/events/events';
import { checkFilters, filterFields, needsHours } from '../shared/events/filters';
import { eventsField, guard, notice, propertiesOf, reader } from '../shared/events/panel';
import { badInput } from '../shared/faults';
import {
	account,
	collectionOf,
	fieldsOf,
	flag,
	optional,
	pick,
	sentenceOf,
	sentences,
	shownOf,
	shownWhen,
	simplify,
	voluntary,
	type Field,
	type Shown,
} from '../shared/vocabulary';
import { BY_HAND } from './credential';
import type { Source, TriggerSettings } from './sources/source';

type Sources = Record<string, Source>;

/** The choice of the source. */
const sourceField = (sources: Sources): Field =>
	pick(
		'source',
		Object.fromEntries(Object.entries(sources).map(([value, { name }]) => [value, name])),
		{ hint: 'How events reach the workflow' },
	);

/** Made once: each delivery to a trigger is read with the field of its source. */
const eventsFields = new WeakMap<Source, Field>();

/** The field Events of a source, with the release that each event requires. */
function eventsOf(source: Source): Field {
	const known = eventsFields.get(source) ?? newEventsField(source);
	eventsFields.set(source, known);
	return known;
}

function newEventsField({ serviceEvents, since = {}, begins }: Source): Field {
	const events = Object.entries(offered(serviceEvents)).map(([name, { hint = '', ...event }]) => [
		name,
		{ ...event, hint: sentences(hint, sentenceOf({ since: since[event.from] })) },
	]);
	const chosen = eventsField(
		Object.fromEntries(events) as ReturnType<typeof offered>,
		'Events that start the workflow. Each one gives one item, even if it is several of these.',
	);
	return { ...chosen, property: { ...chosen.property, default: begins ?? [] } };
}

const dropRepeats = flag('drop_repeats', {
	hint: 'Whether to ignore events that this trigger has already received',
	default: true,
});
const readMessage = flag('read_message', {
	hint: 'Whether to read the message from Chatwoot, with its original text and its status. Adds stored_message to the item.',
});
const { optional: options } = optional(dropRepeats, readMessage);

/**
 * The properties of all sources: each once, with a display condition if some sources do not have it.
 * @param choice path of the field in which the source is chosen
 */
function shownBy(
	sources: Sources,
	shown: (source: Source) => Shown[],
	choice = 'source',
): INodeProperties[] {
	const all = Object.entries(sources).flatMap(([value, source]) =>
		shown(source).map((one) => ({ ...one, value, key: JSON.stringify(one) })),
	);
	const unique = new Map(all.map((one) => [one.key, one]));
	return [...unique.values()].map(({ key, property, when }) => {
		const values = all.filter((one) => one.key === key).map(({ value }) => value);
		const isOfAll = values.length === Object.keys(sources).length;
		const show = isOfAll ? when : { [choice]: values, ...when };
		if (!Object.keys(show).length) return property;
		return shownWhen(voluntary(property), show);
	});
}

const always = (...properties: INodeProperties[]): Shown[] =>
	properties.map((property) => ({ property, when: {} }));

/** The node's properties: those of all sources, and those of each source. */
export const panel = (sources: Sources): INodeProperties[] => [
	...shownBy(sources, (source) => always(notice('notice', source.notice))),
	...(Object.keys(sources).length > 1
		? [{ ...sourceField(sources).property, noDataExpression: true }]
		: []),
	...shownBy(sources, ({ fields }) => shownOf(fields)),
	...shownBy(sources, (source) => (source.begins ? always(eventsOf(source).property) : [])),
	...shownBy(sources, ({ guardsLoops }) => (guardsLoops ? always(guard.property) : [])),
	collectionOf('filters', 'Filter', propertiesOf(filterFields)),
	notice(
		'reachability',
		'Since 4.14 Chatwoot only calls public addresses. If the webhook URL of this n8n is private (localhost, 192.168…, a name such as n8n), set SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true in the environment of Chatwoot and enable Options → Address Is Reachable.',
	),
	collectionOf('options', 'Option', [
		...propertiesOf(options),
		...shownBy(sources, (source) => always(...propertiesOf(source.options)), '/source'),
	]),
	simplify.property,
	{ ...account().property, displayOptions: { hide: BY_HAND } },
];

/** All fields, among them those whose values are picked from lists. */
export const panelFields = (sources: Sources): Field[] => [
	account(),
	...filterFields,
	...Object.values(sources).flatMap(({ fields, options }) => [...fieldsOf(fields), ...options]),
];

type Context = IHookFunctions | IWebhookFunctions;

/** The account of the node or the credential. @throws BadInput if there is none */
export function readAccount(context: Context, credentials: ICredentialDataDecryptedObject): number {
	const { read, done } = reader(context, credentials);
	const { account_id: found } = read([account()]);
	done();
	return found as number;
}

/** The chosen source. @throws BadInput if it does not exist */
export function sourceOf(context: Context, sources: Sources): Source {
	const [first] = Object.keys(sources);
	const chosen = context.getNodeParameter('source', first) as string;
	if (Object.hasOwn(sources, chosen)) return sources[chosen];
	throw badInput(`Source must be one of ${Object.keys(sources).join(', ')}`, ['source']);
}

/**
 * Reads and checks all settings.
 * @param credentials undefined if the source needs none
 * @throws BadInput with all faults
 */
export function readSettings(
	context: Context,
	source: Source,
	credentials?: ICredentialDataDecryptedObject,
): TriggerSettings {
	const { read, done } = reader(context, credentials ?? {});
	const {
		account_id,
		events = Object.keys(offered(source.serviceEvents)),
		loop_guard,
		simplify: isSimple,
	} = read([
		...(credentials ? [account()] : []),
		...(source.begins ? [eventsOf(source)] : []),
		...(source.guardsLoops ? [guard] : []),
		simplify,
	]);
	const filters = read([{ optional: filterFields }], 'filters');
	const sourceFields = read(source.fields);
	const added = [{ optional: options }, optional(...source.options)];
	const { drop_repeats, read_message, ...rest } = read(added, 'options');
	done();
	const checked = {
		account: account_id,
		events,
		filters,
		loopGuard: loop_guard === true,
		simplify: isSimple,
		sourceSettings: { ...sourceFields, ...rest },
		dropRepeats: drop_repeats !== false,
		readMessage: read_message === true,
	} as TriggerSettings;
	checkFilters(checked.events, checked.filters);
	if (!credentials && needsHours(checked.filters))
		throw badInput(
			"The filter Inbox's Opening Hours needs a credential to read the hours of the inboxes: set Connection to By This Node, or remove the filter",
			['filters'],
		);
	return checked;
}
