import type { IDataObject } from 'n8n-workflow';
import { methodAndPath, type Operation } from '../../nodes/shared/vocabulary/operation';
import { collectionNames } from '../../nodes/shared/vocabulary/options';
import { Stays, type Remark } from '../parameters';
import { everyOperation, targetOf, type Target } from '../targets';
import { filledFrom, leftOver, type Fault } from './fill';
import type { Sent } from './request';
import { isEntries, isFixed, valueIn, type Entries, type Tree } from './values';

/** Operations that make several requests, or give something else: no request means one of them. */
const COMPOUND = new Set([
	'account.automationRule.copyToAccount',
	'account.article.upsert',
	'account.company.upsert',
	'account.contact.find',
	'account.contact.mergeDuplicates',
	'account.contact.upsert',
	'account.contact.addLabels',
	'account.contact.removeLabels',
	'account.conversation.addLabels',
	'account.conversation.createTranscriptPage',
	'account.conversation.findOrCreate',
	'account.conversation.getChatHistory',
	'account.conversation.getContext',
	'account.conversation.getNewMessages',
	'account.conversation.handOver',
	'account.conversation.removeLabels',
	'account.conversation.resolveWithMessage',
	'account.csat.createPage',
	'account.export.contacts',
	'account.export.conversations',
	'account.export.csat',
	'account.export.messages',
	'account.faq.upsert',
	'account.macro.copyToAccount',
	'account.message.downloadAttachments',
	'account.message.reply',
	'account.message.sendToContact',
	'account.question.sendAndWait',
	'account.report.createPage',
	'platform.account.provision',
]);

/** An operation, with a path that it can have. */
export interface Known {
	id: string;
	definition: Operation;
	method: string;
	words: string[];
}

/** Operations by the number of segments in their path; a `/{name?}` at its end may be missing. */
const byLength = new Map<number, Known[]>();
for (const id of everyOperation.keys()) {
	if (COMPOUND.has(id)) continue;
	for (const known of operationsOf(id)) {
		const { length } = known.words;
		byLength.set(length, [...(byLength.get(length) ?? []), known]);
	}
}

/** An operation by its id, once for each length that its path can have. */
export function operationsOf(id: string): Known[] {
	const definition = everyOperation.get(id) as Operation;
	const { method, path } = methodAndPath(definition);
	const words = path.slice(1).split('/');
	const isShort = words[words.length - 1].endsWith('?}');
	return [words, ...(isShort ? [words.slice(0, -1)] : [])].map((one) => ({
		id,
		definition,
		method,
		words: one,
	}));
}

/** Rails takes either for an update. */
const UPDATES = ['PATCH', 'PUT'];
const isMethod = (sent: string, method: string) =>
	sent === method || (UPDATES.includes(sent) && UPDATES.includes(method));

/** A credential has a default for it. */
const ACCOUNT = '{account_id}';

const isPlace = (word: string) => word.startsWith('{');

function isPath(words: string[], segments: Tree[]): boolean {
	return words.every((word, index) => {
		const segment = segments[index];
		if (isPlace(word)) return word === ACCOUNT || !(isFixed(segment) && segment.fixed === '');
		return isFixed(segment) && segment.fixed === word;
	});
}

/** The operations with this path, by any method. */
export const operationsAt = (segments: Tree[]): Known[] =>
	(byLength.get(segments.length) ?? []).filter(({ words }) => isPath(words, segments));

const inPath = ({ words }: Known, segments: Tree[]): Entries => ({
	entries: words.flatMap((word, index): Array<[string, Tree]> =>
		isPlace(word) ? [[word.replace(/[{}?]/g, ''), segments[index]]] : [],
	),
});

/** Names for the parameters in a path that a body may repeat: Chatwoot reads the path. */
const isRepeated = (key: string, path: Entries) => valueIn(path, key) !== undefined || key === 'id';

interface Answer {
	target: Target;
	parameters: IDataObject;
	remarks: Remark[];
}

/** What Chatwoot takes if a query does not say it, where a new node takes something else. */
const LEFT_OUT: Record<string, string> = { sort_by: 'last_activity_at_desc' };

const UNSORTED = 'the old request left the order to Chatwoot.';

/** The values of those choices of a list that the query leaves out. */
function chosenIn({ query: parts = [] }: Operation, query: Entries): Record<string, string> {
	return Object.fromEntries(
		parts.flatMap((part): Array<[string, string]> => {
			if (!('convert' in part) || part.property.type !== 'options') return [];
			const isThere = valueIn(query, part.as) !== undefined;
			return isThere ? [] : [[part.name, LEFT_OUT[part.as] ?? String(part.property.default)]];
		}),
	);
}

const targets = new Map<string, Target>();

/** An operation in the newest version of its node. */
export function targetFor(id: string): Target {
	const target = targets.get(id) ?? targetOf({ to: id });
	targets.set(id, target);
	return target;
}

/** An operation whose fields were tried on a request. */
interface Attempt extends Answer {
	faults: Fault[];
	left: string[];
}

/** Some controllers of Chatwoot also take the values in an object with the name of the record. */
function unwrapped(body: Entries): Entries | undefined {
	const inner = body.entries.filter(([, value]) => isEntries(value));
	if (inner.length !== 1) return undefined;
	const [[, wrapper]] = inner;
	const outer = body.entries.filter(([, value]) => value !== wrapper);
	return { entries: [...(wrapper as Entries).entries, ...outer] };
}

function attempt(known: Known, segments: Tree[], query: Entries, body: Entries): Attempt {
	const { definition } = known;
	const target = targetFor(known.id);
	const { version } = target;
	const names = collectionNames(definition);
	const changes = names.optional === 'update_fields';
	const ofPath = inPath(known, segments);
	const path = filledFrom(definition.path ?? [], ofPath, version);
	const queried = filledFrom(definition.query ?? [], query, version);
	const chosen = chosenIn(definition, query);
	const sent = filledFrom(definition.body ?? [], body, version, changes);
	const left = leftOver(body, sent.used).filter((key) => !isRepeated(key, ofPath));
	const options = { ...path.added, ...queried.added };
	return {
		target,
		parameters: {
			...path.shown,
			...chosen,
			...queried.shown,
			...sent.shown,
			...(Object.keys(sent.added).length && { [names.optional]: sent.added }),
			...(Object.keys(options).length && { [names.options]: options }),
		},
		remarks: Object.keys(chosen)
			.filter((name) => name === 'sort')
			.map((name) => ({ text: `Sorted by ${chosen[name]}: ${UNSORTED}`, kind: 'changed' })),
		faults: [
			...path.faults,
			...queried.faults.filter(({ key }) => !(key in chosen)),
			...sent.faults,
		],
		left: [...left, ...leftOver(query, queried.used)],
	};
}

export const nameOf = ({ definition, resourceName }: Target): string =>
	`${resourceName} → ${definition.name}`;

/** Why none of the attempts is what the request does. */
function refusal(attempts: Attempt[], body: Entries): Stays {
	const decisive = attempts
		.flatMap(({ faults }) => faults)
		.find(({ why }) => why === 'expression')?.key;
	if (decisive && attempts.length > 1) {
		const names = attempts.map(({ target }) => nameOf(target)).join(' or ');
		return new Stays(`${decisive} is an expression, so it is ${names}. Put an IF before it`);
	}
	const fewest = (one: Attempt) => one.faults.length + one.left.length;
	const [best] = [...attempts].sort((one, other) => fewest(one) - fewest(other));
	const name = nameOf(best.target);
	if (best.left.length) return new Stays(`${name} has no field for ${best.left.join(', ')}`);
	const [{ key, why }] = best.faults;
	const isThere = body.entries.some(([entry]) => entry === key.split('.')[0]);
	return new Stays(
		why === 'missing' && !isThere
			? `${name} needs ${key}, which the request does not have`
			: `${name} does not have this value of ${key}`,
	);
}

/**
 * The operation that makes a request, and its parameters.
 * @throws Stays if there is none
 */
export function operationFor(sent: Sent, segments: Tree[], candidates: Known[]): Answer {
	const { query, body } = sent;
	const inner = unwrapped(body);
	const attempts = candidates.flatMap((known) =>
		[body, ...(inner ? [inner] : [])].map((one) => attempt(known, segments, query, one)),
	);
	const right = attempts.filter(({ faults, left }) => !faults.length && !left.length);
	const sends = (one: Attempt) => JSON.stringify(one.parameters).length;
	const [best] = right.sort((one, other) => sends(other) - sends(one));
	if (!best) throw refusal(attempts, body);
	return best;
}

const WRITES = ['POST', ...UPDATES];

/** Those that write, if a request writes with a method that Chatwoot does not have there. */
export const withOtherMethod = (all: Known[], method: string): Known[] =>
	WRITES.includes(method) ? all.filter((known) => WRITES.includes(known.method)) : [];

/** Those with this method; of several paths that with the most words, such as `contacts/search`. */
export function withMethod(all: Known[], method: string): Known[] {
	const found = all.filter((known) => isMethod(method, known.method));
	const wordsOf = ({ words }: Known) => words.filter((word) => !isPlace(word)).length;
	const most = Math.max(...found.map(wordsOf));
	return found.filter((known) => wordsOf(known) === most);
}
