import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import type { Conversion } from '../engine';
import type { Workflow } from '../workflow';

/** An element of SVG: the page makes it with its children, of which texts stay texts. */
export interface Shape {
	tag: string;
	attributes: Record<string, string | number>;
	children: Array<Shape | string>;
}

/** What became of a node. */
export type Mark = 'converted' | 'kept' | 'rewritten' | 'added' | 'removed';

export interface Drawing {
	svg: Shape;
	width: number;
	/** What became of how many nodes. */
	counts: Partial<Record<Mark, number>>;
}

export const SIGNS: Record<Mark, string> = {
	converted: '✓',
	kept: '!',
	rewritten: '✎',
	added: '+',
	removed: '×',
};

const [WIDTH, HEIGHT, MARGIN] = [176, 68, 24];
/** Characters in a line of a name, and the width of each. */
const [LONGEST, LETTER] = [14, 11.4];
/** Columns of nodes without a position. */
const COLUMNS = 8;
/** Positions beyond are those of no editor, and cannot be drawn. */
const FARTHEST = 1e6;

const shape = (
	tag: string,
	attributes: Shape['attributes'],
	...children: Shape['children']
): Shape => ({ tag, attributes, children });

interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
	isNote: boolean;
	text: string;
}

const isPlace = (value: unknown): value is [number, number] =>
	Array.isArray(value) &&
	[value[0], value[1]].every((one) => Number.isFinite(one) && Math.abs(one) < FARTHEST);

const sizeOf = (value: unknown, otherwise: number) =>
	typeof value === 'number' && value > 0 && value < FARTHEST ? value : otherwise;

/** Where nodes are drawn; those without a position are below the others, in rows. */
function boxesOf(nodes: INode[], marks: Map<string, Mark>): Box[] {
	const placed = nodes.filter(({ position }) => isPlace(position));
	const [left, bottom] = placed.reduce(
		([x, y], { position }) => [Math.min(x, position[0]), Math.max(y, position[1])],
		placed.length ? [Infinity, -Infinity] : [0, -2 * HEIGHT],
	);
	let unplaced = 0;
	return nodes.map(({ name, type, position, parameters }) => {
		const isNote = type.endsWith('.stickyNote');
		const index = isPlace(position) ? 0 : unplaced++;
		const [x, y] = isPlace(position)
			? position
			: [
					left + (index % COLUMNS) * (WIDTH + 40),
					bottom + (2 + 2 * Math.floor(index / COLUMNS)) * HEIGHT,
				];
		if (!isNote) return { name, x, y, width: WIDTH, height: HEIGHT, isNote, text: name };
		const height = sizeOf(parameters.height, 160);
		// The list is beside the drawing: its note needs no room.
		const isList = marks.get(name) === 'added';
		return {
			name,
			x,
			y: isList ? y + height - HEIGHT : y,
			width: sizeOf(parameters.width, 240),
			height: isList ? HEIGHT : height,
			isNote,
			text: String(parameters.content ?? '')
				.split('\n')[0]
				.replace(/^#+ /, ''),
		};
	});
}

/**
 * Breaks a text into lines, between words if possible, and cuts the rest off.
 * @param longest characters in a line
 * @param count maximum number of lines
 */
function linesOf(text: string, longest: number, count: number): string[] {
	const letters = [...text.trim()];
	if (letters.length <= longest) return [letters.join('')];
	if (count === 1) return [`${letters.slice(0, longest - 1).join('')}…`];
	const blank = letters.lastIndexOf(' ', longest);
	const end = blank > 0 ? blank : longest;
	return [
		letters.slice(0, end).join(''),
		...linesOf(letters.slice(end).join(''), longest, count - 1),
	];
}

/** Connections between nodes that are there, each once. */
function* connectionsOf(workflow: Workflow, boxes: Map<string, Box>) {
	for (const [from, kinds] of Object.entries(workflow.connections)) {
		const source = boxes.get(from);
		if (!source || !isObject(kinds)) continue;
		for (const [kind, outputs] of Object.entries(kinds)) {
			const seen = new Set<string>();
			for (const connection of (Array.isArray(outputs) ? outputs : []).flat() as unknown[]) {
				const name = isObject(connection) ? (connection as IDataObject).node : undefined;
				const target = typeof name === 'string' && !seen.has(name) ? boxes.get(name) : undefined;
				if (!target) continue;
				seen.add(target.name);
				yield { source, target, isMain: kind === 'main' };
			}
		}
	}
}

/** From the right side to the left; a part of an agent is below it. */
function lineOf(source: Box, target: Box, isMain: boolean): string {
	if (!isMain)
		return `M${source.x + WIDTH / 2} ${source.y}L${target.x + WIDTH / 2} ${target.y + HEIGHT}`;
	const [x1, y1] = [source.x + source.width, source.y + HEIGHT / 2];
	const [x2, y2] = [target.x, target.y + HEIGHT / 2];
	if (x2 >= x1) {
		const middle = (x1 + x2) / 2;
		return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
	}
	const below = Math.max(y1, y2) + HEIGHT * 1.5;
	return `M${x1} ${y1}C${x1 + 60} ${y1} ${x1 + 60} ${below} ${(x1 + x2) / 2} ${below}S${x2 - 60} ${y2} ${x2} ${y2}`;
}

function drawn(box: Box, mark: Mark | undefined, word: string): Shape {
	const { x, y, width, height, isNote, text } = box;
	const label = word ? `${box.name}: ${word}` : box.name;
	const texts = isNote
		? linesOf(text, Math.max(2, Math.floor(width / LETTER) - 2), 1)
		: linesOf(text, LONGEST, 2);
	const top = isNote ? y + 28 : y + HEIGHT / 2 + 6 - 11 * (texts.length - 1);
	const sign = mark && [
		shape('circle', { cx: x + width - 4, cy: y + 2, r: 13 }),
		shape('text', { class: 'sign', x: x + width - 4, y: y + 8 }, SIGNS[mark]),
	];
	const kind = isNote ? 'note' : 'node';
	return shape(
		'g',
		{ class: mark ? `${kind} ${mark}` : kind, role: 'listitem', 'aria-label': label },
		shape('title', {}, label),
		shape('rect', { x, y, width, height, rx: isNote ? 4 : 8 }),
		...texts.map((line, index) => shape('text', { x: x + 12, y: top + 22 * index }, line)),
		...(sign ?? []),
	);
}

/** @param words for what became of a node */
function draw(workflow: Workflow, marks: Map<string, Mark>, words: Record<Mark, string>): Drawing {
	const boxes = boxesOf(workflow.nodes, marks);
	const named = new Map(boxes.map((box) => [box.name, box]));
	const counts: Drawing['counts'] = {};
	const [left, top, right, bottom] = boxes.reduce(
		([x1, y1, x2, y2], { x, y, width, height }) => [
			Math.min(x1, x),
			Math.min(y1, y),
			Math.max(x2, x + width),
			Math.max(y2, y + height),
		],
		boxes.length ? [Infinity, Infinity, -Infinity, -Infinity] : [0, 0, WIDTH, HEIGHT],
	);
	const connections = [...connectionsOf(workflow, named)];
	const lines = connections.map(({ source, target, isMain }) =>
		shape('path', { class: isMain ? 'line' : 'line part', d: lineOf(source, target, isMain) }),
	);
	const shapes = boxes.map((box) => {
		const mark = marks.get(box.name);
		if (mark) counts[mark] = (counts[mark] ?? 0) + 1;
		return { box, shape: drawn(box, mark, mark ? words[mark] : '') };
	});
	const ofKind = (isNote: boolean) =>
		shapes.filter(({ box }) => box.isNote === isNote).map(({ shape }) => shape);
	const isBack = connections.some(({ source, target }) => target.x < source.x + source.width);
	const side = MARGIN + (isBack ? 36 : 0);
	const [width, height] = [
		right - left + 2 * side,
		bottom - top + MARGIN + (isBack ? HEIGHT : 0) + MARGIN,
	];
	const viewBox = [left - side, top - MARGIN, width, height].join(' ');
	return {
		svg: shape('svg', { viewBox, role: 'list' }, ...ofKind(true), ...lines, ...ofKind(false)),
		width,
		counts,
	};
}

/** The workflow before and after, with what became of each node. */
export function drawings(
	before: Workflow,
	{ workflow: after, converted, unconverted }: Conversion,
	words: Record<Mark, string>,
): { before: Drawing; after: Drawing } {
	const textOf = (nodes: INode[]) =>
		new Map(nodes.map((node) => [node.name, JSON.stringify(node)]));
	const [earlier, later] = [textOf(before.nodes), textOf(after.nodes)];
	const known = new Map<string, Mark>([
		...unconverted.map((name): [string, Mark] => [name, 'kept']),
		...converted.map((name): [string, Mark] => [name, 'converted']),
	]);
	const marksOf = (nodes: INode[], others: Map<string, string>, missing: Mark) =>
		new Map(
			nodes.flatMap(({ name }): Array<[string, Mark]> => {
				const mark = known.get(name) ?? (others.has(name) ? undefined : missing);
				if (mark) return [[name, mark]];
				return earlier.get(name) === later.get(name) ? [] : [[name, 'rewritten']];
			}),
		);
	return {
		before: draw(before, marksOf(before.nodes, later, 'removed'), words),
		after: draw(after, marksOf(after.nodes, earlier, 'added'), words),
	};
}
