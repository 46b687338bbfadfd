/** What became of many deliveries, and whether n8n or the node lost one. */

/** A delivery, and the answer to it. */
export interface Sent {
	/** The message in it; a second delivery of the same message has the same key. */
	key: number;
	kind: 'genuine' | 'doubled' | 'forged';
	/** The process that it was sent to. */
	at: string;
	/** Undefined if no answer came in time. */
	status?: number;
	/** False if n8n answered that the node returned no item. */
	isStarted?: boolean;
	/** The text of the answer. */
	replyText?: string;
	/** Why there was no answer. */
	fault?: string;
}

/** An execution as n8n's database has it. */
export interface Execution {
	id: string;
	key: number;
	status: string;
	/** Names of what came after Remove Duplicates, and after counting. */
	passed: string[];
}

interface Lost {
	key: number;
	part: 'n8n' | 'node';
	why: string;
}

const VISIBLE = ['success', 'error', 'crashed', 'canceled'];

/** What n8n answers by itself, with 200, to whatever comes while it starts. */
const STARTING = 'n8n is starting up. Please wait';

const isAccepted = ({ status }: Sent) => status === 200;

/**
 * Why a key that was answered 200 has no execution that anybody sees. n8n answers without a text if the
 * node returned an item, with "Webhook call received" if it returned none, and with other texts if the
 * node did not see the call: so it is known which of the two lost it.
 */
function lossOf(copies: Sent[], executions: Execution[]): Omit<Lost, 'key'> | undefined {
	const accepted = copies.filter(isAccepted);
	if (!accepted.length || executions.some(({ status }) => VISIBLE.includes(status)))
		return undefined;
	if (executions.length)
		return { part: 'n8n', why: `its execution stays "${executions[0].status}"` };
	const started = accepted.find(({ isStarted }) => isStarted);
	return started
		? { part: 'n8n', why: `${started.at} answered "${started.replyText}", and stored no execution` }
		: { part: 'node', why: `${accepted[0].at} accepted it, but the node returned no item` };
}

function grouped<T extends { key: number }>(rows: T[]): Map<number, T[]> {
	const groups = new Map<number, T[]>();
	for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row]);
	return groups;
}

const count = <T>(rows: T[], holds: (row: T) => boolean) => rows.filter(holds).length;

/** Holds every delivery against the executions. @param passes names of the nodes that let each key through only once */
export function judged(sent: Sent[], executions: Execution[], passes: string[]) {
	const forged = sent.filter(({ kind }) => kind === 'forged');
	const genuine = sent.filter(({ kind }) => kind !== 'forged');
	const ran = grouped(executions);
	const copiesOf = grouped(genuine);
	const keys = [...copiesOf.keys()];
	const runsOf = (key: number) => ran.get(key) ?? [];
	const lost = [...copiesOf].flatMap(([key, copies]): Lost[] => {
		const loss = lossOf(copies, runsOf(key));
		return loss ? [{ key, ...loss }] : [];
	});
	const statuses: Record<string, number> = {};
	for (const { status } of executions) statuses[status] = (statuses[status] ?? 0) + 1;
	const doubled = keys.filter((key) => (copiesOf.get(key) ?? []).length > 1);
	const through = (key: number, name: string) =>
		count(runsOf(key), ({ passed }) => passed.includes(name));
	return {
		deliveries: sent.length,
		accepted: count(sent, isAccepted),
		refused: count(sent, ({ status }) => status !== undefined && status !== 200),
		unanswered: count(sent, ({ status }) => status === undefined),
		statuses,
		forged: forged.length,
		/** Forged ones that were let in. */
		letIn: forged.filter(
			({ key, status, replyText }) =>
				(status !== undefined && status < 300 && replyText !== STARTING) || runsOf(key).length > 0,
		),
		doubled: doubled.length,
		/** Of the doubled ones: that came in both times, to different processes as a rule. */
		twice: count(doubled, (key) => runsOf(key).length > 1),
		/** Keys that have more executions than deliveries. */
		multiplied: keys.filter((key) => runsOf(key).length > (copiesOf.get(key) ?? []).length),
		/** Keys that passed such a node more than once, by its name. */
		past: Object.fromEntries(
			passes.map((name) => [name, keys.filter((key) => through(key, name) > 1)]),
		),
		lost,
	};
}
