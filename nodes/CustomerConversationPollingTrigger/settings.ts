import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { events, type Event } from '../shared/events/events';
import { checkFilters, filterFields } from '../shared/events/filters';
import { eventsField, guard, notice, propertiesOf, reader } from '../shared/events/panel';
import {
	account,
	choice,
	collectionOf,
	shownOf,
	shownWhen,
	simplify,
	unix,
	voluntary,
	type Field,
} from '../shared/vocabulary';
import { checkPace, silenceFields } from './silentFor';
import { watched } from './watched';
import { silences } from './watched/silences';
import type { SilenceSettings } from './watched/watched';

/** Descriptions of events that differ when they are found by polling. */
const HINTS: Record<string, string> = {
	contact_created:
		'Once it has an email, a phone number or an identifier, within an hour of its creation; includes imported contacts unless the account has the feature CRM V2',
	conversation_updated:
		'Once per conversation that changed since the last poll, including new ones and new messages; what changed is not known',
	csat_answered:
		'The rating, and again when a comment is added within an hour. Requires an administrator.',
};

const offered: Record<string, Event> = Object.fromEntries(
	Object.values(watched)
		.flatMap((list) => list.events)
		.map((name) => [name, { ...events[name], ...(HINTS[name] ? { hint: HINTS[name] } : {}) }]),
);

const eventsToFind = eventsField(
	offered,
	'Events that start the workflow. Each one gives one item, the oldest first.',
);

const startFrom = choice(
	'start_from',
	{
		activation: { name: 'Activation', parts: [] },
		date: {
			name: 'Date',
			parts: [unix('start_date', { hint: 'The first poll returns what happened since this date' })],
		},
	},
	{
		hint: 'Start of the first poll. Later polls continue from there, even after a pause. Changing this setting starts over.',
	},
);

export const pollPanel: INodeProperties[] = [
	notice(
		'notice',
		"The node checks Chatwoot at each of the Poll Times, so n8n needs no public address, and an agent's token is enough. If a record changes several times between two polls, only the last change is found. Deletions are not found.",
	),
	eventsToFind.property,
	...silenceFields.map(({ property }) =>
		shownWhen(voluntary(property), { events: silences.events }),
	),
	...shownOf([startFrom]).map(({ property, when }) => shownWhen(property, when)),
	guard.property,
	collectionOf('filters', 'Filter', propertiesOf(filterFields)),
	simplify.property,
	account().property,
];

/** Fields, among them those whose values are picked from lists. */
export const pollFields: Field[] = [account(), ...filterFields];

/** What the user set, checked and converted. */
export interface PollSettings {
	account: number;
	/** Names of the chosen events. */
	events: string[];
	/** Unix time in seconds; undefined for the first poll itself. */
	start?: number;
	/** Set if an event of a silence is chosen. */
	silence?: SilenceSettings;
	loopGuard: boolean;
	filters: IDataObject;
	simplify: boolean;
}

/** @throws BadInput with all faults together */
export function readPollSettings(
	context: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
): PollSettings {
	const { read, done } = reader(context, credentials);
	const parameters = read([account(), eventsToFind, startFrom, guard, simplify]);
	const filters = read([{ optional: filterFields }], 'filters');
	const events = (parameters.events ?? []) as string[];
	const needsTimes = silences.events.some((event) => events.includes(event));
	const { silent_for, open_hours_only } = needsTimes ? read(silenceFields) : {};
	done();
	const settings = {
		account: parameters.account_id,
		events,
		silence: needsTimes ? { times: silent_for, openHoursOnly: open_hours_only } : undefined,
		start: parameters.start_date,
		loopGuard: parameters.loop_guard,
		filters,
		simplify: parameters.simplify,
	} as PollSettings;
	checkFilters(settings.events, filters);
	if (settings.silence) checkPace(settings.silence, context.getNodeParameter('pollTimes', {}));
	return settings;
}
