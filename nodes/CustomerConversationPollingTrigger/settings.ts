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
	type Field,
} from '../shared/vocabulary';
import { watched } from './watched';

/** What is otherwise where nobody tells of it. */
const HINTS: Record<string, string> = {
	contact_created:
		'Once it is known by an email, a phone number or an identifier, within an hour after it was created; imported ones too',
	conversation_updated:
		'Each time that it changed since the last poll, new ones and new messages too; what changed is not known',
	csat_answered: 'For administrators: the rating, and again when words are added within an hour',
};

const offered: Record<string, Event> = Object.fromEntries(
	Object.values(watched)
		.flatMap((list) => list.events)
		.map((name) => [name, { ...events[name], ...(HINTS[name] ? { hint: HINTS[name] } : {}) }]),
);

const eventsToFind = eventsField(
	offered,
	'What starts the workflow; each gives one item, the oldest first',
);

const startFrom = choice(
	'start_from',
	{
		activation: { name: 'Activation', parts: [] },
		date: {
			name: 'Date',
			parts: [unix('start_date', { hint: 'What happened since then comes first' })],
		},
	},
	{
		hint: 'Where the first poll begins. The next ones go on from there, also after a pause; whoever changes this begins anew.',
	},
);

export const pollPanel: INodeProperties[] = [
	notice(
		'notice',
		"The node asks the service at each of the Poll Times: n8n needs no public address, and an agent's token is enough. Of several changes between two polls it finds the last one only, and nothing that was deleted.",
	),
	eventsToFind.property,
	...shownOf([startFrom]).map(({ property, when }) => shownWhen(property, when)),
	guard.property,
	collectionOf('filters', 'Filter', propertiesOf(filterFields)),
	simplify.property,
	account().property,
];

/** Those whose values are picked from lists of the service, among others. */
export const pollFields: Field[] = [account(), ...filterFields];

/** What the user set, checked and converted. */
export interface PollSettings {
	account: number;
	/** Names of the chosen events. */
	events: string[];
	/** Unix time in seconds; undefined for the first poll itself. */
	start?: number;
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
	const given = read([account(), eventsToFind, startFrom, guard, simplify]);
	const filters = read([{ optional: filterFields }], 'filters');
	done();
	const settings = {
		account: given.account_id,
		events: given.events,
		start: given.start_date,
		loopGuard: given.loop_guard,
		filters,
		simplify: given.simplify,
	} as PollSettings;
	checkFilters(settings.events, filters);
	return settings;
}
