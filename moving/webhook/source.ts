import type { IDataObject, INode } from 'n8n-workflow';
import { events as derived, matched, offered } from '../../nodes/shared/events/events';
import { readDelivery } from '../../nodes/shared/events/delivery';
import { simpleItem } from '../../nodes/shared/events/output';
import { isObject } from '../../nodes/shared/values';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import type { Path } from '../expressions';
import { TITLE } from '../http/credentials';
import type { Done, Source } from '../nodes';
import { Stays, type Remark } from '../parameters';
import { changeNode, codeIn } from '../references';
import { TRIGGER, triggerOf } from '../targets';
import { trace } from '../trace';
import { uuidOf } from '../uuid';
import type { Workflow } from '../workflow';
import { isFilter, isIf, isSwitch, rulesOf, testOf, type Condition } from './conditions';
import { belowBody, finder } from './delivered';
import { guardsOf, type Guard } from './guards';
import { connectionsOf } from './connections';

/** A Webhook node whose address is in Chatwoot becomes the trigger. */

const WEBHOOK = 'n8n-nodes-base.webhook';
const RESPOND = 'n8n-nodes-base.respondToWebhook';

/** Chatwoot's events that the trigger can receive. */
const EVENTS = Object.keys(offered(Object.values(sources)[0].serviceEvents)).filter(
	(name) => derived[name].from === name,
);

/** Paths that only a delivery of Chatwoot has in this way. */
const TYPICAL =
	/^(conversation\.(id|inbox_id|status|labels|channel|meta|messages|contact_inbox|custom_attributes|additional_attributes)\b|message_type$|content_type$|content_attributes\b|contact_inbox\b|meta\.(sender|assignee|team)\b|account\.id$|inbox\.(id|name)$|sender\.(id|name|type|email|phone_number|identifier)$|changed_attributes\b)/;
/** Paths of what others send: Evolution API, WhatsApp, Telegram. */
const FOREIGN = /^(data|entry|instance|update_id|callback_query|message\.(chat|from))\b/;
const TYPICAL_WORDS = ['message_type', 'conversation', 'content_type', 'inbox', 'sender'];

interface Reads {
	/** Paths below the body. */
	paths: Path[];
	/** Code that takes the whole body. */
	codes: string[];
	/** Reads that may be of the body, behind nodes that return other items. */
	unsure: Array<{ reader: string; text: string }>;
	/** Conditions about the body, with the path in it. */
	conditions: Array<Condition & { path: string }>;
}

const nameOf = (path: Path) => path.join('.');

/** What the workflow reads from the items of a Webhook node. */
function readsOf(node: INode, workflow: Workflow): Reads & { pathOf: PathOf } {
	const done: Done = { node, points: [], origin: { find: finder([]), hasSimplify: true } };
	const { suppliers } = trace(workflow, new Map([[node.name, done]]));
	const pathOf: PathOf = (reader, { node: name, path }) => {
		const all = suppliers(reader, name, path);
		return all.length && all.every((one) => one?.done === done) ? belowBody(path) : undefined;
	};
	const reached = connectionsOf(workflow).reachedFrom([node.name]);
	const reads: Reads = { paths: [], codes: [], unsure: [], conditions: [] };
	for (const reader of workflow.nodes) {
		changeNode(reader, () => (reference) => {
			if (reference.isVariable) return undefined;
			const path = pathOf(reader, reference);
			const [first, ...below] = reference.path;
			const isUnsure = !path && reached.has(reader.name) && reference.node === undefined;
			if (isUnsure && first === 'body' && TYPICAL.test(nameOf(below)))
				reads.unsure.push({ reader: reader.name, text: reference.text });
			if (path?.length) reads.paths.push(path);
			else if (path) reads.codes.push(...codeIn(reader));
			return undefined;
		});
		const conditions = isSwitch(reader)
			? rulesOf(reader)
			: isIf(reader) || isFilter(reader)
				? testOf(reader).conditions
				: [];
		for (const condition of conditions) {
			const path = condition.reference && pathOf(reader, condition.reference);
			if (path) reads.conditions.push({ ...condition, path: nameOf(path) });
		}
	}
	return { ...reads, pathOf };
}

export type PathOf = (reader: INode, reference: { node?: string; path: Path }) => Path | undefined;

/** Whether a node calls Chatwoot. */
const isOfChatwoot = ({ type, parameters }: INode): boolean =>
	/chatwoot|n8n-nodes-customer-conversation/i.test(type) ||
	/\/api\/v1\/accounts\//.test(String(parameters.url ?? ''));

/** @throws Stays if it does not receive events of Chatwoot */
function checkIsOfChatwoot({ parameters }: INode, workflow: Workflow, reads: Reads): void {
	const { httpMethod = 'GET', path = '' } = parameters;
	if (![httpMethod].flat().includes('POST'))
		throw new Stays('Chatwoot calls with POST, so this webhook is not for its events');
	const names = new Set(reads.paths.map(nameOf));
	if ([...names].some((name) => FOREIGN.test(name)))
		throw new Stays('its events come from another service than Chatwoot');
	const typical = [...names].filter((name) => TYPICAL.test(name)).length;
	const words = TYPICAL_WORDS.filter((word) =>
		reads.codes.some((code) => new RegExp(String.raw`\b${word}\b`).test(code)),
	).length;
	const namesEvent = reads.conditions.some(
		(one) => one.path === 'event' && EVENTS.includes(String(one.value)),
	);
	const hints = [namesEvent, workflow.nodes.some(isOfChatwoot), /chatwoot/i.test(String(path))];
	if (typical + words + hints.filter(Boolean).length < 2 || !(typical || words || namesEvent))
		throw new Stays(
			'the workflow reads nothing of it that only events of Chatwoot have. If Chatwoot calls it, replace it with the trigger',
		);
}

/** All parameters as one text, in which names are looked up. */
function textsOf({ nodes }: Workflow): string {
	return JSON.stringify(nodes.map(({ parameters }) => parameters)).replaceAll('\\"', '"');
}

/** The events that the trigger receives, and whether the workflow names them. */
function eventsOf(reads: Reads, guards: Guard[], texts: string): [string[], boolean] {
	const facts = guards.flatMap((guard) => guard.facts);
	const required = facts.find(({ path }) => path === 'event')?.values;
	const readsEvent = reads.paths.some((path) => path[0] === 'event') || reads.codes.length > 0;
	const mentioned = readsEvent
		? EVENTS.filter((name) => texts.includes(`"${name}"`) || texts.includes(`'${name}'`))
		: [];
	const named = (required ?? mentioned).filter((name) => EVENTS.includes(name));
	const events = named.length ? named : ['message_created'];
	const isIncoming = facts.some(
		({ path, values }) => path === 'message_type' && values.join() === 'incoming',
	);
	const isWrote = events.join() === 'message_created' && isIncoming;
	return [isWrote ? ['customer_wrote'] : events, named.length > 0 || isWrote];
}

const RECORD = ['message_created', 'message_updated'];

/** Paths by which a workflow leaves out its own messages. */
const SENDER = /^(message_type|private|sender\.type|sender\.id|conversation\.messages)\b/;

/** The name of the credential with which the workflow calls Chatwoot, so that n8n selects ours of that name. */
function credentialName({ nodes }: Workflow): string {
	const names = nodes.filter(isOfChatwoot).flatMap(({ credentials }) => {
		const [first] = Object.values(credentials ?? {});
		return first?.name ?? [];
	});
	return new Set(names).size === 1 ? names[0] : TITLE;
}

/** What the trigger does with a pinned item of the Webhook node. */
const pinnedAs =
	(events: string[]) =>
	({ body, ...others }: IDataObject, isSimple: boolean): IDataObject => {
		if (!isObject(body)) return { ...others, ...(body !== undefined && { body }) };
		if (!isSimple) return body as IDataObject;
		try {
			const delivery = readDelivery(body);
			return simpleItem(delivery, { events: matched(delivery, events) });
		} catch {
			return body as IDataObject;
		}
	};

/** Respond nodes that only this webhook reaches. */
function respondsOf(node: INode, workflow: Workflow): { removed: INode[]; shared: INode[] } {
	const { reachedFrom } = connectionsOf(workflow);
	const others = workflow.nodes.filter((one) => one.type === WEBHOOK && one.name !== node.name);
	const reached = reachedFrom([node.name]);
	const byOthers = reachedFrom(others.map(({ name }) => name));
	const all = workflow.nodes.filter((one) => one.type === RESPOND && reached.has(one.name));
	return {
		removed: all.filter(({ name }) => !byOthers.has(name)),
		shared: all.filter(({ name }) => byOthers.has(name)),
	};
}

function moved(node: INode, workflow: Workflow): Done {
	const reads = readsOf(node, workflow);
	checkIsOfChatwoot(node, workflow, reads);
	const texts = textsOf(workflow);
	const isNamed = (name: string) =>
		['"', "'", '`'].some((quote) =>
			texts.includes(`(${quote}${name.replace(/'/g, "\\\\'")}${quote})`),
		) ||
		texts.includes(`["${name}"]`) ||
		texts.includes(`['${name}']`);
	const { removed, shared } = respondsOf(node, workflow);
	const dropped = removed.filter(({ name }) => !isNamed(name)).map(({ name }) => name);
	const guards = guardsOf(node, workflow, reads.pathOf, dropped);
	const [events, isCertain] = eventsOf(reads, guards, texts);
	const points: Array<Remark & { node: string }> = [];
	const say = (text: string, kind: Remark['kind'], name = node.name) =>
		points.push({ node: name, text, kind });
	const others = new Map<string, INode | undefined>();
	for (const guard of guards) {
		const needless = guard.needless(events);
		const { name } = guard.node;
		if (!needless.length) continue;
		if (needless.length < guard.count) {
			others.set(name, { ...guard.node, parameters: guard.without(needless) } as INode);
			say(
				'Some of its conditions were removed: the event of the trigger means them.',
				'changed',
				name,
			);
		} else if (!isNamed(name)) {
			for (const one of [name, ...guard.ends]) others.set(one, undefined);
			say(
				'Removed, because it is no longer needed: the event of the trigger means this.',
				'changed',
				name,
			);
		}
	}
	for (const name of dropped) others.set(name, undefined);
	if (dropped.length)
		say(
			`Removed ${dropped.map((name) => `“${name}”`).join(', ')}: the trigger answers Chatwoot by itself.`,
			'changed',
		);
	for (const { name } of [...removed.filter((one) => !dropped.includes(one.name)), ...shared])
		say(
			'Answers a webhook, but the trigger answers Chatwoot by itself. Remove it from this branch.',
			'check',
			name,
		);
	for (const { reader, text } of reads.unsure)
		say(`Check ${text}: if it is the body of the webhook, leave out “body”.`, 'check', reader);
	const isOfMessages = events.some((event) => RECORD.includes(event));
	const testsSender =
		reads.codes.length > 0 || reads.paths.some((path) => SENDER.test(nameOf(path)));
	const isOpen = isOfMessages && testsSender;
	const parameters = { events, ...(isOpen && { loop_guard: false }), filters: {} };
	const { version } = triggerOf({ events: {}, sets: { loop_guard: false } });
	const address = String(node.parameters.path ?? '').replace(/^\/+/, '');
	say(
		`Delete the webhook in Chatwoot whose URL ends in /webhook/${address}, before you activate this workflow. Otherwise both start it. The credential needs the token of an administrator.`,
		'check',
	);
	if (!isCertain) say('Check Events: the workflow does not say which events it expects.', 'check');
	if (isOfMessages)
		say(
			isOpen
				? 'Ignore Bots and Your Own Messages is off, as before. Turn it on if the workflow must not start itself.'
				: 'Ignore Bots and Your Own Messages is on, because the workflow does not test who wrote: otherwise its own messages start it.',
			isOpen ? 'changed' : 'check',
		);
	return {
		points,
		others,
		node: {
			...node,
			type: TRIGGER,
			typeVersion: version,
			webhookId: node.webhookId ?? uuidOf(`${node.id} ${node.name}`),
			parameters,
			credentials: { customerConversationApi: { id: null, name: credentialName(workflow) } },
		},
		origin: { find: finder(events), pinned: pinnedAs(events), hasSimplify: true },
	};
}

export const webhook: Source = {
	title: 'Webhook nodes that receive events of Chatwoot',
	has: ({ type }) => type === WEBHOOK,
	move: moved,
};
