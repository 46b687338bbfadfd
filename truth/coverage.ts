import { keysOf } from '../nodes/shared/vocabulary/fields/parts';
import { methodAndPath, type Operation } from '../nodes/shared/vocabulary/operation';
import { callsOf, plays } from './cases';
import { catalogue, recordingsOf, releases, type CatalogueEntry } from './recordings';
import { scenarios } from './scenarios';
import { operations } from './surfaces';

const TAKEN_IN_A_BROWSER = 'Calls are answered in a browser, which transmits the sound.';

const UNDESCRIBED = 'No public document says what comes out.';

/** Operations that are permanently left out, and why. */
export const leftOut: Record<string, string> = {
	'account.account.sign_up':
		'Creates accounts without a token; the platform API creates them with one.',
	'account.profile.resend_confirmation':
		'Sends the email of a sign-up again; a user with a token is already confirmed.',
	'account.conversation.create_direct_upload':
		'Chatwoot refuses it with a token. Message → Send accepts the files directly.',
	'account.inbox.update_working_hour':
		'Chatwoot answers 500. Inbox → Update sets the opening hours.',
	'account.inbox.enable_whatsapp_calling':
		'Calls are answered in a browser. No server with a number at Meta was recorded.',
	'account.inbox.disable_whatsapp_calling':
		'Calls are answered in a browser. No server with a number at Meta was recorded.',
	'account.inbox.set_inbound_calls':
		'Calls are answered in a browser. No server with telephony was recorded.',
	'account.inbox.analyze_csat_template':
		'Guesses for the dashboard how Meta will classify a text, before the template is created.',
	'account.whatsapp_call.get': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.initiate': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.accept': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.reject': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.terminate': TAKEN_IN_A_BROWSER,
	'account.whatsapp_call.upload_recording':
		'The browser in which a call was answered sends the recording.',
	'account.onboarding.update':
		'Asks once after a sign-up for what Account → Update sets; later calls have no effect, although they return 200.',
	'account.onboarding.get_help_center_generation':
		"Reports the progress of the first help center that the vendor's cloud writes.",
	'account.captain_message_report.create': "Only on the vendor's cloud: a complaint to the vendor.",
	'platform.email_channel_migration.create':
		'Only on servers that are set up for it: moves email inboxes with the keys of their providers.',
	'account.integration.process_event': 'Chatwoot answers 422 since 4.16: Captain replaced it.',
	'account.portal.archive': 'Chatwoot answers 500. Portal → Update sets archived.',
	'account.data_import.validate_source':
		'Needs an Intercom workspace: no server with one was recorded, only refusals. It is done once, in the dashboard.',
	'account.data_import.create':
		'Needs an Intercom workspace: no server with one was recorded, only refusals. Contact → Import imports CSV files.',
	'account.captain_assistant.get_stats_summary':
		'A text by a language model, written again every hour at your cost. Its figures: Assistant → Get Overview.',
	'account.captain_response.get_drilldown': UNDESCRIBED,
	'account.captain_document.get_drilldown': UNDESCRIBED,
	'account.inbox.set_management_token':
		"Only on the vendor's cloud, whose own sign-up at Meta needs it.",
	'account.inbox.set_call_recording':
		'Calls are answered in a browser. No server with telephony was recorded.',
	'account.conversation.request_contact_info':
		'Only for WhatsApp contacts without a phone number; servers of 4.18 seem to answer that it is disabled.',
	...Object.fromEntries(
		['list', 'get', 'update', 'approve', 'dismiss'].map((name) => [
			`account.captain_faq_suggestion.${name}`,
			'Chatwoot answers 500 to every token; only the dashboard can use it.',
		]),
	),
};

/** Fields that cannot be sent, and why. */
export const unsendable: Record<string, string> = {
	'account.conversation.counts.assignee_type': 'Changes nothing: every count is in the reply.',
	'account.report.timeseries.timezone_offset': 'The node sends it if a time zone needs it.',
	'account.report.summary.group_by': 'Changes nothing.',
	'account.report.summary.timezone_offset': 'Changes nothing.',
	'account.report.bot_summary.business_hours': 'Changes nothing.',
	'account.report.drilldown.timezone_offset': 'The node calculates where the period ends.',
	'account.summary_report.by_channel.business_hours': 'Changes nothing.',
	'account.captain_assistant.get_summary.stats':
		'The node sends the results of Get Metrics and Get FAQ Stats.',
	'account.captain_custom_tool.test.title': 'Changes nothing.',
	'account.captain_scenario.create.tools': 'Changes nothing: links in the instruction count.',
	'account.captain_scenario.update.tools': 'Changes nothing: links in the instruction count.',
	'account.audit_log.list.since': 'The node sends the period.',
	'account.audit_log.list.until': 'The node sends the period.',
	'account.conversation.counts.q': 'With it Chatwoot counts one page, never more than 25.',
};

/** Operations that no scenario proves at a real server, and why. */
export const unproved: Record<string, string> = {
	'account.faq.approveMany': 'Since Chatwoot 4.16 every FAQ is approved.',
	'account.profile.resetAccessToken': 'The program uses this token itself.',
	'account.notification.deleteAll': "The notifications belong to the token's user.",
	'account.linear.disconnect': 'Only the dashboard can connect it again.',
	'account.notion.disconnect': 'Only the dashboard can connect it again.',
	'account.shopify.disconnect': 'Only the dashboard can connect it again.',
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
		documented: entries.filter(({ recorded }) => recorded === false).length,
		documentedOffered: entries.filter(({ id, recorded }) => recorded === false && offered.has(id))
			.length,
	};
}
