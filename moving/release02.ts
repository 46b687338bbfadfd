import type { INode } from 'n8n-workflow';
import type { Path } from './expressions';
import type { Done } from './nodes';
import { changeNode } from './references';
import { typeOf } from './targets';
import type { Workflow } from './workflow';

/** What is named differently since release 0.2. Everything else in its workflows stays. */
const TYPES = new Map(
	[
		['customerConversationCrm', 'customerConversationCompanies'],
		['customerConversationEnterprise', 'customerConversationPolicies'],
	].flatMap(([old, now]) => ['', 'Tool'].map((end) => [typeOf(old + end), typeOf(now + end)])),
);
const DOWNLOAD = { resource: 'message', operation: 'downloadAttachments', download: 'url' };

const TRIGGERS = ['customerConversationTrigger', 'customerConversationPollingTrigger'].map(typeOf);

/** Items of triggers were not flat: what the names in each of their parts begin with now, or are called now. */
const PARTS: Record<string, { start: string; names: Record<string, string> }> = {
	contact: { start: 'contact_', names: { phone_number: 'contact_phone' } },
	conversation: { start: '', names: {} },
	message: { start: '', names: { id: 'message_id', text: 'content' } },
	sender: { start: 'sender_', names: {} },
};

const isPart = (name: string | number) => Object.hasOwn(PARTS, name);

/** Where a value of a trigger's item is now; undefined for a whole part, which is no longer one. */
function flat(path: Path): Path | undefined {
	const [part, key, ...rest] = path;
	if (!isPart(part)) return path;
	const { start, names } = PARTS[part];
	return key === undefined ? undefined : [names[key] ?? `${start}${key}`, ...rest];
}

const isTrigger = ({ type, parameters }: INode) =>
	TRIGGERS.includes(type) && parameters.simplify !== false;

/** Whether an expression reads a value where only the old items have it, or such an item is pinned. */
function readsParts({ nodes, pinData = {} }: Workflow): boolean {
	const pinned = nodes.filter(isTrigger).flatMap(({ name }) => pinData[name] ?? []);
	let found = pinned.some((item) => Object.keys(item.json ?? item).some(isPart));
	for (const node of nodes)
		changeNode(node, () => ({ path: [name] }) => {
			found ||= name !== undefined && isPart(name);
			return undefined;
		});
	return found;
}

/** A node with its new type or operation; undefined if these are as they were. */
function renamed(node: INode): INode | undefined {
	const { type, parameters } = node;
	if (TYPES.has(type)) return { ...node, type: TYPES.get(type) as string };
	if (!type.startsWith(typeOf('')) || parameters.operation !== 'downloadAttachment')
		return undefined;
	return { ...node, parameters: { ...parameters, ...DOWNLOAD } };
}

/**
 * The nodes of a workflow of release 0.2 that have another type, operation or item now.
 * @returns by name, what they are now; empty if there is none
 */
export function fromRelease02(workflow: Workflow): Map<string, Done> {
	const isOld = readsParts(workflow);
	const done = new Map<string, Done>();
	for (const node of workflow.nodes) {
		const place = isTrigger(node) ? flat : (path: Path) => path;
		const now = renamed(node) ?? (isOld && isTrigger(node) ? node : undefined);
		if (now) done.set(node.name, { node: now, points: [], origin: { hasSimplify: false, place } });
	}
	return done;
}
