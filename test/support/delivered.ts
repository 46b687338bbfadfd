import { type IDataObject } from 'n8n-workflow';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import {
	type RecordedDelivery,
	type Release,
	deliveries,
	deliveryCases,
	releases,
} from '../../truth/recordings';
import { CHOSEN, SECRET, Trigger, accountOf, ownUserOf } from './triggerNode';

export interface Expectation {
	delivery: string;
	/** What it is, by what caused it and what its body says. */
	events: string[];
	/**
	 * Held back by default, with all events chosen: by the loop guard where Ada Admin's token is in the
	 * credential, by a bot's turn, by what is no message to send.
	 */
	guarded?: boolean;
	/** Why it is so, where it is not plain. */
	note?: string;
	/** The whole item, or those parts of it that tell this delivery from others. */
	item?: IDataObject;
}

const all = new Map(
	releases.map((release) => [
		release,
		new Map(deliveries(release).map((delivery) => [delivery.name, delivery])),
	]),
);
export const recordedOf = (release: Release) => all.get(release) as Map<string, RecordedDelivery>;

export const expected = deliveryCases<Expectation>();
export const recorded = recordedOf('4.10');

/** A copy of a recorded body, to change. */
export function bodyOf(name: string, release: Release = '4.10'): IDataObject {
	const found = recordedOf(release).get(name);
	if (!found) throw new Error(`There is no recorded delivery ${name} of ${release}`);
	return structuredClone(found.body);
}

export const NO_REPEATS = { drop_repeats: false };

/** With all events, and nothing held back. */
export const open = (
	parameters: IDataObject = {},
	release: Release = '4.10',
	credentials: Record<string, string> = {},
) =>
	new Trigger({
		credentials: { account_id: accountOf[release], ...credentials },
		parameters: { events: CHOSEN, loop_guard: false, options: NO_REPEATS, ...parameters },
	});

/** With all events and the default options; no two share what they have seen. */
export const fresh = (parameters: IDataObject = {}, release: Release = '4.10') =>
	new Trigger({
		credentials: { account_id: accountOf[release] },
		parameters: { events: CHOSEN, ...parameters },
	});

/** Which of these deliveries start the workflow. */
export async function through(
	trigger: Trigger,
	names: string[],
	release?: Release,
): Promise<string[]> {
	const passed: string[] = [];
	for (const name of names) {
		const { response, items } = await trigger.receive(bodyOf(name, release));
		if (items.length) passed.push(name);
		else expect(response).toEqual({});
	}
	expect(trigger.log).toEqual([]);
	return passed;
}

export const KEYS = [
	...['account_id', 'additional_attributes', 'assignee_id', 'assignee_name', 'assignee_type'],
	...['attachments', 'can_reply', 'changes', 'channel', 'contact_blocked', 'contact_city'],
	...['contact_company_name', 'contact_country', 'contact_custom_attributes'],
	...['contact_email', 'contact_id', 'contact_identifier', 'contact_name', 'contact_phone'],
	...['contact_source_id', 'content', 'content_attributes', 'content_type'],
	...['conversation_id', 'custom_attributes', 'event', 'event_key', 'events', 'external_error'],
	...['inbox_id'],
	...['inbox_name', 'labels', 'last_message', 'last_message_at', 'last_message_by'],
	...['message_id', 'message_type', 'occurred_at', 'priority', 'private', 'sender_email'],
	...['sender_id', 'sender_name', 'sender_type', 'source_id', 'status', 'team_id'],
	...['team_name', 'unread_count', 'url', 'waiting_since'],
];

export const asObject = (value: unknown) => value as IDataObject;
export const pick = (all: IDataObject, like: IDataObject) =>
	Object.fromEntries(Object.keys(like).map((key) => [key, all[key]]));

/** The source that is told what a receiver was, as it is activated; no two share what they have seen. */
export function sourceOf(receiver: string, release: Release, parameters: IDataObject = {}) {
	const events = Object.keys(offered(sources[receiver].serviceEvents)).sort();
	const chosen = { agent_bot: 'new', bot_name: 'Bot', api_inbox_id: { mode: 'id', value: '17' } };
	return new Trigger({
		credentials: { account_id: accountOf[release] },
		parameters: {
			...{ source: receiver, connection: 'by_node', events, ...chosen },
			...{ options: NO_REPEATS, ...parameters },
		},
		staticData: { secret: SECRET, userId: ownUserOf[release], [receiver]: { secret: SECRET } },
	});
}

/** What an account's webhook is told, too. */
export const ofAccount = (entry: Expectation) => entry.events.some((name) => CHOSEN.includes(name));

export const OPEN = {
	loop_guard: false,
	options: { ...NO_REPEATS, only_its_turn: false, only_messages_to_send: false },
};
