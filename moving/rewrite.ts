import type { INode, NodeParameterValueType } from 'n8n-workflow';
import { isSame } from '../nodes/shared/values';
import { allOf, renamed, type Change, type Path } from './expressions';
import type { Origin } from './nodes';
import type { Tell } from './note';
import { countPathOf, listPathOf } from './outputs';
import type { Plan } from './plan';
import { changeNode } from './references';
import { locate, type Supplier, type Trace } from './trace';

/** Rewrites the references of a node and, if we converted it, sets what other nodes need from it. */
export function rewrite(
	node: INode,
	origin: Origin | undefined,
	trace: Trace,
	plan: Plan,
	tell: Tell,
): INode {
	if (node.type === 'n8n-nodes-base.stickyNote') return node;
	const changed = changeNode(node, (field) => readsOurs(node, field, trace, plan, tell));
	if (trace.splits.has(node.name) && !isOfList(node, trace, plan)) {
		tell(
			node.name,
			'Is no longer needed, because there is already one item per entry. It now passes its input on.',
		);
		return { ...changed, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	}
	return origin ? givesRows(changed, origin, trace, plan, tell) : changed;
}

/** Whether a node that splits a list still gets one. */
const isOfList = (node: INode, { suppliers }: Trace, { lists }: Plan) =>
	suppliers(node).some((one) => one && lists.has(one.done.node.name));

/** Changes each reference to the place where its value is now. */
const readsOurs =
	(reader: INode, field: string, trace: Trace, plan: Plan, tell: Tell): Change =>
	(reference) => {
		const suppliers = trace.suppliers(reader, reference.node, reference.path);
		const known = suppliers.filter((one): one is Supplier => one !== null);
		if (!known.length) return undefined;
		const names = [...new Set(known.map(({ done }) => `“${done.node.name}”`))].join(' or ');
		const doubt = (text: string) => tell(reader.name, `Check ${reference.text}: ${text}.`, field);
		const ofLists = known.filter(({ done, gives }) => !gives && plan.lists.has(done.node.name));
		if (ofLists.length === known.length) {
			const isElsewhere = suppliers.includes(null);
			if (!isElsewhere && ofLists.some((one) => !isInList(one, reference.path)))
				doubt(`the items of ${names} do not contain it`);
			const list = reference.node === undefined ? undefined : plan.lists.get(reference.node);
			if (list === undefined || reference.isOfVariable) return undefined;
			const code = renamed(reference.text, list);
			if (code === undefined) doubt(`it must be read from “${list}”`);
			return code === undefined ? undefined : { code };
		}
		if (reference.isVariable) {
			const isRaw = known.some(({ done }) => plan.withoutSimplify.has(done.node.name));
			return (isRaw && locate(known[0], reference.path)?.raw) || [];
		}
		const isWhole = !reference.path.length && !reference.isFallback;
		if (isWhole && known.some(({ done }) => done.origin.find))
			doubt('the item is the body now, so what is read of it has no “body” in front');
		if (suppliers.includes(null)) {
			const isBody = reference.path[0] === 'body';
			const isFound = known.some(
				(one) => (isBody || !one.done.origin.find) && locate(one, reference.path),
			);
			if (reference.path.length && isFound) doubt(`it may come from ${names} or from another node`);
			return undefined;
		}
		const places = known.flatMap((supplier) => {
			const { name } = supplier.done.node;
			const found = locate(supplier, reference.path);
			const path = plan.withoutSimplify.has(name) ? found?.raw : found?.simple;
			const isOptional = found?.isOptional && path === found.simple;
			return found?.list || path ? [{ name, list: found?.list, path, isOptional }] : [];
		});
		if (!places.length) {
			doubt(`the items of ${names} do not contain it`);
			return undefined;
		}
		const [{ name, list, path, isOptional }] = places;
		if (list)
			return {
				code: `${allOf(name)}.filter((item) => Object.keys(item.json).length > 0).length`,
			};
		if (places.some((place) => !isSame(place.path, path)))
			doubt(`it is in different places in the items of ${names}`);
		return path && isOptional ? { path } : path;
	};

/** Sets Simplify and the number of results by what the following nodes read. */
function givesRows(
	node: INode,
	{ output, find, hasSimplify }: Origin,
	{ splits, followers }: Trace,
	{ withoutSimplify, firsts, lists }: Plan,
	tell: Tell,
): INode {
	const parameters: Record<string, NodeParameterValueType> = { ...node.parameters };
	if (hasSimplify && withoutSimplify.has(node.name)) parameters.simplify = false;
	if (find && parameters.simplify === false)
		tell(
			node.name,
			'Simplify is off, because the workflow reads values that it leaves out. The item is the body as Chatwoot sent it.',
			undefined,
			'changed',
		);
	if (!output || !listPathOf(output)) return { ...node, parameters };
	const behind = followers(node.name);
	const list = lists.get(node.name);
	const isSplit =
		list === undefined && behind.length > 0 && behind.every(({ name }) => splits.has(name));
	if (firsts.has(node.name)) {
		Object.assign(parameters, { returnAll: false, limit: 1 });
		tell(
			node.name,
			'Limit is 1, because the following nodes only read the first entry. A length that they read is now 0 or 1.',
		);
	} else if (list !== undefined) {
		tell(
			node.name,
			`Returns one item per entry. “${list}” behind it makes one item with the whole list, as the old node did.`,
		);
	} else if (!isSplit) {
		tell(
			node.name,
			'Returns one item per entry. The old node returned one item with a list. The following nodes run once per entry.',
		);
	}
	if (parameters.returnAll === false && !firsts.has(node.name))
		tell(
			node.name,
			`Limit is ${String(parameters.limit)}, one page as before. Return All returns everything.`,
		);
	return { ...node, parameters, ...(!isSplit && { alwaysOutputData: true }) };
}

/** Whether the item with the whole list has this path. */
function isInList({ done: { origin } }: Supplier, path: Path): boolean {
	const { output } = origin;
	const list = (output && listPathOf(output)) ?? [];
	const count = output ? countPathOf(output) : [];
	return [list, count, ['error']].some(
		(one) =>
			one.length > 0 && one.every((step, index) => index >= path.length || path[index] === step),
	);
}
