import { keysOf } from '../nodes/shared/vocabulary/fields/parts';
import { methodAndPath, type Operation } from '../nodes/shared/vocabulary/operation';
import { callsOf, plays } from './cases';
import { catalogue, recordingsOf, releases, type CatalogueEntry } from './recordings';
import { scenarios } from './scenarios';
import { operations } from './surfaces';

const TAKEN_IN_A_BROWSER = 'Calls are taken in a browser, which carries the sound.';

/** Operations that are not offered for good, and why. */
export const leftOut: Record<string, string> = {
	'account.account.sign_up':
		'Makes accounts without a token; the platform API makes them with one.',
	'account.profile.resend_confirmation':
		'Sends the e-mail of a sign-up again; who has a token is confirmed.',
	'account.conversation.create_direct_upload':
		'The service refuses it with a token. Message → Send takes the files themselves.',
	'account.inbox.update_working_hour':
		'The service answers 500. Inbox → Update sets the opening hours.',
	'account.inbox.enable_whatsapp_calling':
		'Calls are taken in a browser. No server with a number at Meta was recorded.',
	'account.inbox.disable_whatsapp_calling':
		'Calls are taken in a browser. No server with a number at Meta was recorded.',
	'account.inbox.set_inbound_calls':
		'Calls are taken in a browser. No server with telephony was recorded.',
	'account.inbox.analyze_csat_template':
		'Guesses for the dashboard how Meta will class a text, before the template is made.',
	'account.whatsapp_call.get': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.initiate': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.accept': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.reject': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.terminate': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.upload_recording':
		'The browser in which a call was taken sends its sound.',
	'account.onboarding.update':
		'Asks once, after a sign-up, what Account → Update sets; later it is ignored with 200.',
	'account.onboarding.get_help_center_generation':
		"Tells how far the vendor's cloud has written a first help center.",
	'account.captain_message_report.create':
		"On the vendor's cloud alone: a complaint to the vendor.",
	'platform.email_channel_migration.create':
		'On servers that are set to it alone, for moving e-mail inboxes with the keys of their providers.',
	'account.integration.process_event':
		'The service answers 422 from 4.16 on: Captain took its place.',
	'account.portal.archive': 'The service answers 500. Portal → Update sets archived.',
	'account.data_import.validate_source':
		'Needs a workspace at Intercom: no server with one was recorded, only refusals. The dashboard does it once.',
	'account.data_import.create':
		'Needs a workspace at Intercom: no server with one was recorded, only refusals. CSV files go through Contact → Import.',
	...Object.fromEntries(
		['list', 'get', 'update', 'approve', 'dismiss'].map((name) => [
			`account.captain_faq_suggestion.${name}`,
			'The service answers 500 to every token; only the dashboard can use it.',
		]),
	),
};

/** Fields that cannot be sent, and why. */
export const unsendable: Record<string, string> = {
	'account.conversation.counts.assignee_type': 'Changes nothing: every count is in the reply.',
	'account.report.timeseries.timezone_offset': 'The node sends it where a time zone needs it.',
	'account.report.summary.group_by': 'Changes nothing.',
	'account.report.summary.timezone_offset': 'Changes nothing.',
	'account.report.bot_summary.business_hours': 'Changes nothing.',
	'account.report.drilldown.timezone_offset': 'The node says itself where the period ends.',
	'account.summary_report.by_channel.business_hours': 'Changes nothing.',
	'account.captain_assistant.get_summary.stats':
		'The node sends what Get Metrics and Get FAQ Stats tell.',
	'account.captain_custom_tool.test.title': 'Changes nothing.',
	'account.captain_scenario.create.tools': 'Changes nothing: links in the instruction count.',
	'account.captain_scenario.update.tools': 'Changes nothing: links in the instruction count.',
	'account.conversation.counts.q': 'With it the service counts one page, never more than 25.',
};

/** Operations that no scenario proves at a real server, and why. */
export const unproved: Record<string, string> = {
	'account.faq.approveMany': 'From Chatwoot 4.16 on every FAQ is approved.',
	'account.profile.resetAccessToken': 'The token is that of the program itself.',
	'account.notification.deleteAll': 'The notifications are those of who gave the token.',
	'account.linear.disconnect': 'The dashboard alone connects it again.',
	'account.notion.disconnect': 'The dashboard alone connects it again.',
	'account.shopify.disconnect': 'The dashboard alone connects it again.',
};

/** Of a path what all ways of writing it share. */
export const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

const paths = (path: string) =>
	// An optional last segment is two paths.
	path.includes('?}')
		? [shape(path.replace(/\/\{\w+\?\}/, '')), shape(path.replace('?}', '}'))]
		: [shape(path)];

/** The catalogue's entry of an operation: the one of its request that its cases play. */
export function entryOf(id: string, definition: Operation): CatalogueEntry | undefined {
	const { method, path } = methodAndPath(definition);
	const surface = id.split('.')[0];
	const fitting = [...catalogue.values()].filter(
		(entry) =>
			entry.id.startsWith(`${surface}.`) &&
			[entry.method, ...entry.alt_methods].includes(method) &&
			paths(path).includes(shape(entry.path)),
	);
	const played = plays
		.filter(({ operation }) => operation === id)
		.flatMap(({ recordings = [] }) => recordings.map(({ op }) => op));
	return fitting.find((entry) => played.includes(entry.id)) ?? fitting[0];
}

/** The keys that an operation can send. */
function sentBy(definition: Operation): string[] {
	const { query = [], body = [], reply } = definition;
	const { param, byId } = reply?.pages ?? {};
	return [
		...keysOf([...query, ...body]),
		...(param ? [param] : []),
		...(byId ? ['before', 'after'] : []),
		// `a.b` goes out inside `a`; a part of a form may have the wrapper around it.
	].map(
		(key) =>
			key
				.replace('[]', '')
				.replace(/^\w+\[(\w+)\]$/, '$1')
				.split('.')[0],
	);
}

/** How much of the catalogue the nodes offer, and what is missing where they offer all. */
export function coverage() {
	const offered = new Map<string, Array<[string, Operation]>>();
	const faults: string[] = [];
	const proved = new Set(
		scenarios().flatMap(({ steps }) => steps.map(({ run, about = run }) => about)),
	);
	for (const [id, definition] of operations()) {
		if (!proved.has(id) && !(id in unproved)) faults.push(`${id}: no scenario`);
		if (proved.has(id) && id in unproved) faults.push(`${id}: has a scenario after all`);
		// A file's address is no request of the catalogue.
		if (definition.path?.some((part) => 'address' in part)) continue;
		const entry = entryOf(id, definition);
		if (entry) offered.set(entry.id, [...(offered.get(entry.id) ?? []), [id, definition]]);
		else faults.push(`${id}: no such request in the catalogue`);
	}
	const entries = [...catalogue.values()];
	const resourceOf = (id: string) => id.split('.', 2).join('.');
	// Of a resource all or nothing: who sees one operation looks there for the others.
	const resources = new Set([...offered.keys()].map(resourceOf));
	const wanted = entries.filter(({ id }) => resources.has(resourceOf(id)) && !(id in leftOut));
	for (const { id, query, body } of wanted) {
		const mine = offered.get(id);
		if (!mine) {
			faults.push(`${id}: not offered`);
			continue;
		}
		const keys = new Set(mine.flatMap(([, definition]) => sentBy(definition)));
		for (const { name } of [...query, ...body]) {
			const key = name.replace('[]', '');
			if (!keys.has(key) && !(`${id}.${key}` in unsendable)) faults.push(`${id}: no field ${key}`);
		}
		const refusals = releases
			.flatMap((release) => recordingsOf(id, release))
			.filter(({ response }) => response.status >= 400);
		const played = plays.filter(({ operation }) =>
			mine.some(([offeredId]) => offeredId === operation),
		);
		const fails = played.some(
			(entry) => entry.error && callsOf(entry).some(({ response }) => response.status >= 400),
		);
		if (refusals.length && !fails) faults.push(`${id}: no case with a refusal`);
	}
	for (const id of [...Object.keys(leftOut), ...Object.keys(unsendable)])
		if (!catalogue.has(id.split('.').slice(0, 3).join('.')))
			faults.push(`${id}: left out, but not in the catalogue`);
	return {
		faults,
		operations: operations().length,
		proved: operations().filter(([id]) => proved.has(id)).length,
		wanted: wanted.length,
		wantedOffered: wanted.filter(({ id }) => offered.has(id)).length,
		all: entries.length,
		allOffered: entries.filter(({ id }) => offered.has(id)).length,
	};
}
