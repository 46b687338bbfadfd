import type { Field } from '../nodes/shared/vocabulary/fields/fields';
import { leavesOf } from '../nodes/shared/vocabulary/fields/parts';
import { methodAndPath, type Operation } from '../nodes/shared/vocabulary/operation';
import { at, isObject, isScalar } from '../nodes/shared/values';
import { callsOf, inPath, playsOf, type Play } from './cases';
import { proofs, type Proof } from './proofs';
import { catalogue, recordingsOf, releases, valuesOf, type CatalogueEntry } from './recordings';
import { scenarios } from './scenarios';
import { setBy, settableOf } from './settable';
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

/** Something that is wrong, and accepted for now. */
interface Excuse {
	/** The day, such as `2026-11-28`. */
	since: string;
	why: string;
}

const UPLOADED = { since: '2026-11-29', why: 'Uploaded before; its blob_id is sent.' };

/** Fields and values of lists that the catalogue does not have in the operation's requests. */
export const unknownToTheCatalogue: Record<string, Excuse> = {
	'account.conversation.handOver.note': {
		since: '2026-11-29',
		why: 'Content of the private note.',
	},
	'account.message.sendToContact.mail_subject': {
		since: '2026-11-29',
		why: 'In the additional attributes of the conversation.',
	},
	...Object.fromEntries(
		['send', 'sendToContact'].map((name) => [
			`account.message.${name}.reply_to_all`,
			{ since: '2026-11-29', why: 'The node sends the addresses.' },
		]),
	),
	'account.portal.create.logo': UPLOADED,
	'account.portal.update.logo': UPLOADED,
	'account.portal.update.account_id': {
		since: '2026-11-29',
		why: 'Only the 1.1.0 document has it; Chatwoot ignores it.',
	},
};

/** Fields and choices that no case sets. */
export const unplayed: Record<string, Excuse> = {};

/**
 * Operations that were added without a real server. A run of `test:live` on a later day must have them; once
 * every release has such a run, the entry is removed.
 */
export const notYetLive: Record<string, Excuse> = {};

/** All that is accepted for now, by what it is about. */
export const excuses: Array<[key: string, excuse: Excuse]> = [
	unknownToTheCatalogue,
	unplayed,
	notYetLive,
].flatMap((list) => Object.entries(list));

/** Of a path what all ways of writing it share. */
export const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

const paths = (path: string) =>
	// An optional last segment is two paths.
	path.includes('?}')
		? [shape(path.replace(/\/\{\w+\?\}/, '')), shape(path.replace('?}', '}'))]
		: [shape(path)];

/** The catalogue's entries by surface, method and shape of the path. */
const entries = new Map<string, CatalogueEntry[]>();
for (const entry of catalogue.values())
	for (const method of [entry.method, ...entry.alt_methods]) {
		const request = `${entry.id.split('.')[0]} ${method} ${shape(entry.path)}`;
		entries.set(request, [...(entries.get(request) ?? []), entry]);
	}

/** The catalogue's entry of an operation: the one of its request that its cases play. */
export function entryOf(id: string, definition: Operation): CatalogueEntry | undefined {
	const { method, path } = methodAndPath(definition);
	const [surface] = id.split('.');
	const fitting = paths(path).flatMap((one) => entries.get(`${surface} ${method} ${one}`) ?? []);
	const played = playsOf(id).flatMap(({ recordings = [] }) => recordings.map(({ op }) => op));
	return fitting.find((entry) => played.includes(entry.id)) ?? fitting[0];
}

/** A key as the catalogue writes it: `[]` follows a list, and a part of a form is inside its wrapper. */
const plain = (key: string) => key.replace('[]', '').replace(/^\w+\[(\w+)\]$/, '$1');

/** The values that a field is limited to. */
const listOf = ({ property: { type, options = [] } }: Field): unknown[] =>
	['options', 'multiOptions'].includes(type) ? options.map((one) => at(one, 'value')) : [];

/** A value as a field sends it: the values of a list or an object one by one. */
function sentAs({ convert, until = Infinity }: Field, value: unknown): unknown[] {
	const sent = convert(value, { values: {}, version: until } as Parameters<Field['convert']>[1]);
	return isObject(sent) ? Object.values(sent) : [sent].flat();
}

/** A key that an operation can send. */
interface Sent {
	/** Of the field, or of the constant. */
	name: string;
	/** As the catalogue writes it. */
	key: string;
	/** The key inside the object of this key. */
	inside?: string;
	/** The object or the wrapper of a part of a form. */
	around: string;
	field?: Field;
	/** Of a constant. */
	value?: unknown;
}

function sentBy({ query = [], body = [], reply }: Operation): Sent[] {
	const { param, byId, onward } = reply?.pages ?? {};
	const paging = [
		...(param ? [param] : []),
		...(byId === 'older' ? ['before'] : []),
		...(byId === 'newer' || onward ? ['after'] : []),
	];
	const sent = (as: string, rest: Partial<Sent> = {}): Sent => {
		const [key, inside] = plain(as).split('.');
		return { name: key, key, inside, around: as.split('[')[0], ...rest };
	};
	return [
		...paging.map((key) => sent(key)),
		...leavesOf([...query, ...body]).flatMap((leaf) =>
			'fixed' in leaf
				? Object.entries(leaf.fixed).map(([as, value]) => sent(as, { value }))
				: [sent(leaf.as, { name: leaf.name, field: leaf })],
		),
	];
}

/** What is wrong, and the operation or the entry of the catalogue that it is about. */
interface Fault {
	kind: string;
	id: string;
	/** The field or the choice. */
	name?: string;
}

/** A resource is offered completely or not at all: whoever sees one operation expects the others. */
const resourceOf = (id: string) => id.split('.', 2).join('.');

/** What the catalogue has and the nodes do not offer, or whose refusal no case plays. */
function notOffered(offered: Map<string, Array<[string, Operation]>>, wanted: CatalogueEntry[]) {
	return wanted.flatMap(({ id, query, body }): Fault[] => {
		const mine = offered.get(id);
		if (!mine) return [{ kind: 'Not offered by a node', id }];
		const keys = new Set(
			mine.flatMap(([, definition]) => sentBy(definition)).map(({ key }) => key),
		);
		const missing = [...query, ...body]
			.map(({ name }) => plain(name))
			.filter((key) => !keys.has(key) && !(`${id}.${key}` in unsendable));
		const refusals = releases
			.flatMap((release) => recordingsOf(id, release))
			.filter(({ response }) => response.status >= 400);
		const fails = mine
			.flatMap(([offeredId]) => playsOf(offeredId))
			.some(
				(entry) => entry.error && callsOf(entry).some(({ response }) => response.status >= 400),
			);
		return [
			...missing.map((name) => ({
				kind: 'The catalogue has a field that no node sends',
				id,
				name,
			})),
			...(refusals.length && !fails ? [{ kind: 'Was refused, but no case shows it', id }] : []),
		];
	});
}

/** What an operation can send and the catalogue does not have in its requests. */
function unknownIn(id: string, definition: Operation, entry: CatalogueEntry): string[] {
	// An operation with several requests sends its fields in any of those that its cases play.
	const others = definition.run
		? playsOf(id).flatMap(({ recordings = [] }) =>
				recordings.flatMap(({ op }) => catalogue.get(op) ?? []),
			)
		: [];
	const requests = [entry, ...others];
	const fields = requests.flatMap(({ query, body }) => [...query, ...body]);
	return sentBy(definition).flatMap(({ name, key, inside, around, field, value }) => {
		const found = fields.filter((one) => [key, around].includes(plain(one.name)));
		if (!found.length) return requests.some((one) => one.body_wrapper?.key === key) ? [] : [name];
		const lists = found.flatMap((one) => valuesOf(one, inside) ?? []);
		const isKnown = (one: unknown) => one === null || lists.includes(String(one));
		if (field)
			return listOf(field)
				.filter((one) => !isKnown(one) && !sentAs(field, one).every(isKnown))
				.map((one) => `${name}=${String(one)}`);
		return !lists.length || !isScalar(value) || isKnown(value) ? [] : [`${name}=${value}`];
	});
}

/** Whether a case sends the operation's request: not if the node refuses before, perhaps after a lookup. */
function isSent(entry: Play, definition: Operation): boolean {
	if (!entry.error) return true;
	const last = callsOf(entry).at(-1)?.request;
	if (!last) return false;
	const { method } = methodAndPath(definition);
	return last.method === method && inPath(definition, last.path) !== undefined;
}

/** The fields and choices of an operation that a case sets. */
const setByCases = (id: string, definition: Operation): Set<string> =>
	new Set(
		playsOf(id)
			.filter((entry) => isSent(entry, definition))
			.flatMap(({ parameters }) => setBy(definition, parameters)),
	);

/**
 * What is wrong with the runs on real servers, and with the list of operations that have none yet.
 * @param ids operations that a scenario proves
 */
export function notRun(ids: string[], found: Proof[] = proofs(), listed = notYetLive): Fault[] {
	const lacking = (id: string) => found.filter(({ verdicts }) => !(id in verdicts));
	const isExcused = (id: string, { date }: Proof) => id in listed && listed[id].since >= date;
	const missing = ids.flatMap((id) =>
		lacking(id)
			.filter((proof) => !isExcused(id, proof))
			.map(({ release, date }) => ({
				kind: 'Not run on a server (npm run test:live), and not in `notYetLive`',
				id,
				name: `${release} (run on ${date})`,
			})),
	);
	const needless = Object.keys(listed).flatMap((id) =>
		ids.includes(id) && lacking(id).length ? [] : { kind: 'Excused, but nothing is wrong', id },
	);
	return [...missing, ...needless];
}

/**
 * How much of the catalogue the nodes offer, and how much of the nodes the catalogue and the cases know.
 * @param all operations of the nodes
 */
export function coverage(all = operations()) {
	const offered = new Map<string, Array<[string, Operation]>>();
	const faults: Fault[] = [];
	const excused = new Set<string>();
	let settable = 0;
	let played = 0;
	/** Adds a fault for each name, unless it is excused. */
	const unless = (listed: Record<string, Excuse>, kind: string, id: string, names: string[]) => {
		for (const name of names) {
			const excuse = [`${id}.${name}`, `${id}.${name.split('=')[0]}`].find((one) => one in listed);
			if (excuse) excused.add(excuse);
			else faults.push({ kind, id, name });
		}
	};
	const provedIds = new Set(
		scenarios().flatMap(({ steps }) => steps.map(({ run, about = run }) => about)),
	);
	for (const [id, definition] of all) {
		if (!provedIds.has(id) && !(id in unproved)) faults.push({ kind: 'In no scenario', id });
		if (provedIds.has(id) && id in unproved)
			faults.push({ kind: 'In a scenario, although `unproved` says why not', id });
		const names = settableOf(definition);
		const set = setByCases(id, definition);
		const missing = names.filter((name) => !set.has(name));
		settable += names.length;
		played += names.length - missing.length;
		unless(unplayed, 'No case sets this', id, missing);
		// A file's address is no request of the catalogue.
		if (definition.path?.some((part) => 'address' in part)) continue;
		const entry = entryOf(id, definition);
		if (!entry) {
			faults.push({ kind: 'No such request in the catalogue', id });
			continue;
		}
		offered.set(entry.id, [...(offered.get(entry.id) ?? []), [id, definition]]);
		const unknown = unknownIn(id, definition, entry);
		unless(unknownToTheCatalogue, 'The catalogue does not know this', id, unknown);
	}
	const known = [...catalogue.values()];
	const resources = new Set([...offered.keys()].map(resourceOf));
	const wanted = known.filter(({ id }) => resources.has(resourceOf(id)) && !(id in leftOut));
	faults.push(...notOffered(offered, wanted));
	for (const id of [...Object.keys(leftOut), ...Object.keys(unsendable)])
		if (!catalogue.has(id.split('.').slice(0, 3).join('.')))
			faults.push({ kind: 'Left out, but not in the catalogue', id });
	for (const id of Object.keys({ ...unknownToTheCatalogue, ...unplayed }))
		if (!excused.has(id)) faults.push({ kind: 'Excused, but nothing is wrong', id });
	faults.push(...notRun(all.flatMap(([id]) => (id in unproved ? [] : [id]))));
	return {
		faults,
		settable,
		played,
		operations: all.length,
		proved: all.filter(([id]) => provedIds.has(id)).length,
		wanted: wanted.length,
		wantedOffered: wanted.filter(({ id }) => offered.has(id)).length,
		all: known.length,
		allOffered: known.filter(({ id }) => offered.has(id)).length,
		documented: known.filter(({ recorded }) => recorded === false).length,
		documentedOffered: known.filter(({ id, recorded }) => recorded === false && offered.has(id))
			.length,
	};
}
