import {
	parse,
	type AnyNode,
	type Function as FunctionNode,
	type Identifier,
	type ObjectPattern,
	type Pattern,
} from 'acorn';
import { written, type Change, type Path, type Reference } from './expressions';

/** Finds where the code of a Code node reads items, also through variables, and changes it there. */

/** What a part of the code is: a list of items, one item, or a value in the JSON of an item. */
type Value = { of: 'node' | 'items' | 'item'; node?: string } | Json;

interface Json {
	of: 'json';
	node?: string;
	path: Path;
	/** Position behind the item's JSON, or behind the variable. */
	end: number;
	alias?: Alias;
}

/** A variable that is a value of an item and is never assigned again. */
interface Alias {
	node?: string;
	path: Path;
	/** Its value in the code, which is read from an item or from another variable. */
	start: number;
	end: number;
	baseEnd: number;
	of?: Alias;
	/** `const { body } = $json`: the item itself is its value. */
	isDestructured?: true;
	name: string;
	/** Reads of it, and of variables that have a part of it. */
	uses: Read[];
	/** Offsets of its name in the code. */
	places: Set<number>;
}

interface Read extends Json {
	start: number;
	stop: number;
	isFallback?: true;
	/** `const { body: { content } } = $json`: it is the body of this item. */
	isDestructured?: true;
}

interface Edit {
	start: number;
	end: number;
	text: string;
}

/** Variables by name; undefined for those whose value is not known. */
type Scope = Map<string, Value | undefined>;

const isNode = (value: unknown): value is AnyNode =>
	typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: AnyNode): AnyNode[] =>
	Object.values(node).flatMap((value: unknown) =>
		Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
	);

/** Names that a pattern declares. */
function namesIn(pattern: Pattern): string[] {
	switch (pattern.type) {
		case 'Identifier':
			return [pattern.name];
		case 'ObjectPattern':
			return pattern.properties.flatMap((one) =>
				namesIn(one.type === 'RestElement' ? one.argument : one.value),
			);
		case 'ArrayPattern':
			return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
		case 'RestElement':
			return namesIn(pattern.argument);
		case 'AssignmentPattern':
			return namesIn(pattern.left);
		default:
			return [];
	}
}

/** Names that are assigned after they were declared. */
function assignedIn(node: AnyNode): Set<string> {
	const found = new Set<string>();
	const waiting = [node];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		if (next.type === 'AssignmentExpression')
			for (const name of namesIn(next.left as Pattern)) found.add(name);
		if (next.type === 'UpdateExpression' && next.argument.type === 'Identifier')
			found.add(next.argument.name);
		waiting.push(...childrenOf(next));
	}
	return found;
}

const LISTED = ['every', 'filter', 'find', 'findLast', 'flatMap', 'forEach', 'map', 'some'];

/** The name or the number in brackets of a member; undefined if the code computes it. */
function keyOf(node: AnyNode): string | number | undefined {
	if (node.type !== 'MemberExpression') return undefined;
	const { property } = node;
	if (!node.computed) return property.type === 'Identifier' ? property.name : undefined;
	if (property.type !== 'Literal') return undefined;
	return typeof property.value === 'string' || typeof property.value === 'number'
		? property.value
		: undefined;
}

const isFunction = (node: AnyNode): node is FunctionNode & AnyNode =>
	['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type);

const textOf = (node?: AnyNode): string | undefined => {
	if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
	if (node?.type === 'TemplateLiteral' && !node.expressions.length)
		return node.quasis[0].value.cooked ?? undefined;
	return undefined;
};

class Reader {
	readonly reads: Read[] = [];
	readonly aliases: Alias[] = [];
	/** Whole items that are used in another way than to read their JSON. */
	readonly wholes: Array<string | undefined> = [];
	/** Whether it returns the items that it gets, or copies their values. */
	passesOn = false;
	private readonly scopes: Scope[] = [new Map()];

	constructor(
		private readonly assigned: Set<string>,
		private readonly isOfItem: boolean,
	) {}

	private named(name: string): Value | undefined {
		const scope = this.scopes.findLast((one) => one.has(name));
		if (scope) return scope.get(name);
		if (name === 'items') return { of: 'items' };
		if (name === '$input') return { of: 'node' };
		return undefined;
	}

	private declare(name: string, value?: Value): void {
		this.scopes.at(-1)?.set(name, this.assigned.has(name) ? undefined : value);
	}

	/** What a part of the code is; undefined if it is nothing of an item. */
	private valueOf(node: AnyNode): Value | undefined {
		switch (node.type) {
			case 'ChainExpression':
			case 'AwaitExpression':
				return this.valueOf(node.type === 'ChainExpression' ? node.expression : node.argument);
			case 'Identifier': {
				const isJson = node.name === '$json' || (this.isOfItem && node.name === 'item');
				if (isJson && !this.scopes.some((scope) => scope.has(node.name)))
					return { of: 'json', path: [], end: node.end };
				const value = this.named(node.name);
				if (value?.of !== 'json') return value;
				value.alias?.places.add(node.start);
				return { ...value, end: node.end };
			}
			case 'CallExpression':
				return this.called(node.callee, node.arguments);
			case 'MemberExpression': {
				const { object } = node;
				if (object.type === 'Identifier' && object.name === '$node') {
					const name = keyOf(node);
					return typeof name === 'string' ? { of: 'item', node: name } : undefined;
				}
				const value = object.type === 'Super' ? undefined : this.valueOf(object);
				if (value?.of === 'items' && node.computed) return { of: 'item', node: value.node };
				return value && this.member(value, keyOf(node), node.end);
			}
			default:
				return undefined;
		}
	}

	private member(value: Value, key: string | number | undefined, end: number): Value | undefined {
		const { node } = value;
		if (key === undefined) return undefined;
		if (value.of === 'json') return { ...value, path: [...value.path, key] };
		if (value.of === 'node') return key === 'item' ? { of: 'item', node } : undefined;
		if (value.of === 'items') return undefined;
		return key === 'json' ? { of: 'json', node, path: [], end } : undefined;
	}

	private called(callee: AnyNode, [first]: AnyNode[]): Value | undefined {
		if (callee.type === 'Identifier') {
			const node = textOf(first);
			if (node === undefined) return undefined;
			if (callee.name === '$') return { of: 'node', node };
			return callee.name === '$items' ? { of: 'items', node } : undefined;
		}
		if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined;
		const value = this.valueOf(callee.object);
		const name = String(keyOf(callee));
		if (value?.of === 'node') {
			const { node } = value;
			if (name === 'all') return { of: 'items', node };
			return ['first', 'last', 'itemMatching', 'pairedItem'].includes(name)
				? { of: 'item', node }
				: undefined;
		}
		if (value?.of !== 'items') return undefined;
		if (['filter', 'slice'].includes(name)) return { of: 'items', node: value.node };
		return ['find', 'findLast', 'at'].includes(name) ? { of: 'item', node: value.node } : undefined;
	}

	private inScope(visit: () => void): void {
		this.scopes.push(new Map());
		visit();
		this.scopes.pop();
	}

	/** Declares a variable or a pattern. @param value its value, if it is an item or a list of them */
	private bind(pattern: Pattern, value?: Value): void {
		for (const name of namesIn(pattern)) this.declare(name);
		if (pattern.type === 'Identifier') this.declare(pattern.name, value);
		if (pattern.type !== 'ObjectPattern' || value?.of !== 'item') return;
		for (const property of pattern.properties)
			if (property.type === 'Property' && property.value.type === 'Identifier')
				if (property.key.type === 'Identifier' && property.key.name === 'json')
					this.declare(property.value.name, { of: 'json', node: value.node, path: [], end: 0 });
	}

	private visitFunction(node: FunctionNode, parameter?: Value): void {
		this.inScope(() => {
			node.params.forEach((pattern, index) => this.bind(pattern, index ? undefined : parameter));
			for (const pattern of node.params)
				if (pattern.type === 'AssignmentPattern') this.visit(pattern.right);
			this.visit(node.body);
		});
	}

	/** Declares a variable with its value. */
	private visitDeclarator(id: Pattern, init: AnyNode): void {
		const value = this.valueOf(init);
		if (value?.of !== 'json') {
			if (!value) this.visit(init);
			this.bind(id, value);
			return;
		}
		const alias: Alias = {
			node: value.node,
			path: value.path,
			start: init.start,
			end: init.end,
			baseEnd: value.end,
			of: value.alias,
			name: '',
			uses: [],
			places: new Set(),
		};
		const body = value.path.length || value.alias ? undefined : bodyIn(id);
		if (body?.type === 'ObjectPattern') {
			this.bind(id);
			this.read(init, { ...value, path: ['body'] }, false, true);
			return;
		}
		const name = id.type === 'Identifier' ? id.name : body?.name;
		if (name !== undefined && !this.assigned.has(name)) {
			alias.name = name;
			if (body !== undefined) Object.assign(alias, { path: ['body'], isDestructured: true });
			this.aliases.push(alias);
			this.declare(name, { ...value, path: alias.path, alias });
			return;
		}
		this.bind(id);
		this.read(init, value);
	}

	private read(
		{ start, end: stop }: AnyNode,
		value: Json,
		isFallback = false,
		isDestructured = false,
	): void {
		const read: Read = {
			...value,
			start,
			stop,
			...(isFallback && { isFallback: true }),
			...(isDestructured && { isDestructured: true }),
		};
		this.reads.push(read);
		for (let { alias } = value; alias; alias = alias.of) alias.uses.push(read);
	}

	visit(node: AnyNode): void {
		if (node.type === 'VariableDeclarator') {
			if (node.init) this.visitDeclarator(node.id, node.init);
			else this.bind(node.id);
			return;
		}
		if (node.type === 'ForOfStatement') {
			this.visitLoop(node.left as AnyNode, node.right, node.body);
			return;
		}
		if (isFunction(node)) {
			this.visitFunction(node);
			return;
		}
		if (node.type === 'BlockStatement' || node.type === 'Program') {
			this.inScope(() => {
				for (const one of childrenOf(node)) this.visit(one);
			});
			return;
		}
		if (node.type === 'Property') {
			if (node.computed) this.visit(node.key);
			this.visit(node.value);
			return;
		}
		this.visitExpression(node);
	}

	private visitLoop(left: AnyNode, right: AnyNode, body: AnyNode): void {
		const value = this.valueOf(right);
		if (value?.of !== 'items') this.visit(right);
		this.inScope(() => {
			if (left.type === 'VariableDeclaration')
				this.bind(
					left.declarations[0].id,
					value?.of === 'items' ? { of: 'item', node: value.node } : undefined,
				);
			this.visit(body);
		});
	}

	private visitExpression(node: AnyNode): void {
		if (node.type === 'ReturnStatement' && node.argument) {
			const of = this.valueOf(node.argument);
			if (of?.of === 'items' && of.node === undefined) this.passesOn = true;
		}
		if (node.type === 'SpreadElement') {
			const of = this.valueOf(node.argument);
			if (of?.of === 'json' && !of.path.length && of.node === undefined) this.passesOn = true;
		}
		if (node.type === 'LogicalExpression') {
			const [left, right] = [this.valueOf(node.left), this.valueOf(node.right)];
			if (left?.of === 'json' && right?.of === 'json' && left.node === right.node)
				if (left.path.join() === 'body' && !right.path.length) {
					this.read(node.left, left);
					this.read(node.right, right, true);
					return;
				}
		}
		if (node.type === 'CallExpression' && this.visitCall(node.callee, node.arguments)) return;
		const value = this.valueOf(node);
		if (value?.of === 'json') {
			this.read(node, value);
			return;
		}
		if (value) {
			if (value.of !== 'node') this.wholes.push(value.node);
			return;
		}
		if (node.type === 'MemberExpression') {
			if (node.computed) this.visit(node.property);
			if (node.object.type === 'Super') return;
			const of = this.valueOf(node.object);
			const isOnlyPart =
				(of?.of === 'items' && keyOf(node) === 'length') ||
				(of?.of === 'item' && keyOf(node) !== undefined);
			if (!isOnlyPart) this.visit(node.object);
			return;
		}
		for (const one of childrenOf(node)) this.visit(one);
	}

	/** Visits the call of a method. @returns whether it was one that is known */
	private visitCall(callee: AnyNode, parameters: AnyNode[]): boolean {
		if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return false;
		const value = this.valueOf(callee.object);
		if (!value || value.of === 'node') return false;
		const name = String(keyOf(callee));
		if (value.of === 'json') {
			this.read(callee.object, value);
			if (callee.computed) this.visit(callee.property);
		} else if (value.of === 'items' && LISTED.includes(name)) {
			const [first, ...others] = parameters;
			if (first && isFunction(first)) this.visitFunction(first, { of: 'item', node: value.node });
			else if (first) this.visit(first);
			for (const one of others) this.visit(one);
			return true;
		} else return false;
		for (const one of parameters) this.visit(one);
		return true;
	}
}

/** The pattern of `{ body }`, `{ body: name }` or `{ body: { … } }`; undefined if there is anything else. */
function bodyIn(pattern: Pattern): Identifier | ObjectPattern | undefined {
	if (pattern.type !== 'ObjectPattern' || pattern.properties.length !== 1) return undefined;
	const [property] = pattern.properties;
	if (property.type !== 'Property' || property.computed) return undefined;
	if (property.key.type !== 'Identifier' || property.key.name !== 'body') return undefined;
	const { value } = property;
	return value.type === 'Identifier' || value.type === 'ObjectPattern' ? value : undefined;
}

/** What was read of some code: each node is asked several times. */
const readers = new Map<string, Reader | undefined>();
const MOST_READERS = 1000;

/** @returns undefined if the code cannot be parsed */
function readerOf(code: string, isOfItem: boolean): Reader | undefined {
	const key = `${isOfItem} ${code}`;
	if (readers.has(key)) return readers.get(key);
	if (readers.size >= MOST_READERS) readers.clear();
	const reader = readCode(code, isOfItem);
	readers.set(key, reader);
	return reader;
}

function readCode(code: string, isOfItem: boolean): Reader | undefined {
	try {
		const program = parse(code, {
			ecmaVersion: 'latest',
			allowReturnOutsideFunction: true,
			allowAwaitOutsideFunction: true,
		});
		return readProgram(program, isOfItem);
	} catch (error) {
		// Not JavaScript, or nested more deeply than the stack allows.
		if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
		throw error;
	}
}

function readProgram(program: AnyNode, isOfItem: boolean): Reader {
	const unsafe = assignedIn(program);
	const counts = countsIn(program);
	for (;;) {
		const reader = new Reader(unsafe, isOfItem);
		reader.visit(program);
		// Used where its value is not known, such as in a function that stands before it.
		const strays = reader.aliases.filter(
			({ name, places }) => counts.get(name) !== places.size + 1,
		);
		if (!strays.length) return reader;
		for (const { name } of strays) unsafe.add(name);
	}
}

/** Counts each name in the code. A key of an object does not count. */
function countsIn(program: AnyNode): Map<string, number> {
	const counts = new Map<string, number>();
	const waiting = [program];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		if (next.type === 'Identifier') counts.set(next.name, (counts.get(next.name) ?? 0) + 1);
		if (next.type === 'MemberExpression')
			waiting.push(next.object, ...(next.computed ? [next.property] : []));
		else if (next.type === 'Property')
			waiting.push(next.value, ...(next.computed ? [next.key] : []));
		else waiting.push(...childrenOf(next));
	}
	return counts;
}

/**
 * Changes every reference to an item in the code of a Code node, and the variables that have a part of one.
 * @param isOfItem whether `item` is the JSON of an item
 * @returns undefined if the code cannot be parsed
 */
export function changeScript(code: string, change: Change, isOfItem = false): string | undefined {
	const reader = readerOf(code, isOfItem);
	if (!reader) return undefined;
	const referenceOf = ({ node, path }: Json | Alias, start: number, end: number): Reference => ({
		node,
		path,
		text: code.slice(start, end),
	});
	const places = new Map<Read, ReturnType<Change>>();
	for (const read of reader.reads)
		places.set(
			read,
			change({
				...referenceOf(read, read.start, read.stop),
				...(read.alias && { isOfVariable: true }),
				...(read.isFallback && { isFallback: true }),
			}),
		);
	const begins = new Map<Alias, Path>();
	const edits: Edit[] = [];
	for (const alias of reader.aliases) {
		const { start, end, baseEnd } = alias;
		const place = change({ ...referenceOf(alias, start, end), isVariable: true });
		if (place && 'code' in place) edits.push({ start, end, text: place.code });
		if (!Array.isArray(place)) continue;
		const fits = alias.uses.every((use) => {
			const now = pathIn(places.get(use));
			return now !== undefined && place.every((step, index) => now[index] === step);
		});
		const above = alias.of && begins.get(alias.of);
		const begin = fits ? place : (above ?? []);
		begins.set(alias, begin);
		const tail = code.slice(baseEnd, end);
		const base = code.slice(start, baseEnd);
		const path = above ? begin.slice(above.length) : begin;
		const text = base + written(path, tail.includes('?.'));
		edits.push({ start, end, text: alias.isDestructured ? `{ body: ${text} }` : text });
	}
	for (const [read, place] of places) {
		if (place === undefined) continue;
		const { start, stop, end } = read;
		const begin = read.alias ? (begins.get(read.alias) ?? []) : [];
		const tail = code.slice(end, stop);
		const text =
			'code' in place
				? place.code
				: code.slice(start, end) + written(behind(place, begin.length), tail.includes('?.'));
		edits.push({ start, end: stop, text: read.isDestructured ? `{ body: ${text} }` : text });
	}
	return applied(code, edits);
}

type Place = Exclude<ReturnType<Change>, undefined>;

const pathIn = (place: Place | undefined): Path | undefined =>
	place === undefined || Array.isArray(place) ? place : 'path' in place ? place.path : undefined;

/** The steps of a place behind the first ones. */
const behind = (place: Exclude<Place, { code: string }>, length: number) =>
	Array.isArray(place) ? place.slice(length) : { path: place.path.slice(length) };

/** Whether the code returns the items that it gets, or copies all their values. */
export const passesOnIn = (code: string): boolean => readerOf(code, false)?.passesOn ?? false;

/** Whole items that the code uses, by the name of their node; undefined if the code cannot be parsed. */
export const wholesIn = (code: string): Array<string | undefined> | undefined =>
	readerOf(code, false)?.wholes;

function applied(code: string, edits: Edit[]): string {
	let made = '';
	let at = 0;
	for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
		if (start < at) continue;
		made += code.slice(at, start) + text;
		at = end;
	}
	return made + code.slice(at);
}
