import type { INode } from 'n8n-workflow';
import type { Remark } from './parameters';
import { uuidOf } from './uuid';

/** Something that the user should check, in plain words. */
export interface Point extends Remark {
	node: string;
}

/** Puts a point on the list. */
export type Tell = (node: string, text: string, field?: string, kind?: Remark['kind']) => void;

const ORDER = ['stays', 'check', 'changed'];

/** The points in the order of the list. What is the same in several nodes is one point with their names. */
export function inOrder(points: Point[]): Point[] {
	const joined = new Map<string, Point & { names: string[] }>();
	for (const point of points) {
		const { node, text, field = '', kind = 'check' } = point;
		const key = JSON.stringify([kind, text, field]);
		const found = joined.get(key);
		if (found) found.names.push(node);
		else joined.set(key, { ...point, names: [node] });
	}
	const all = [...joined.values()].map(({ names, ...point }) => ({
		...point,
		node: [...new Set(names)].join(', '),
	}));
	return ORDER.flatMap((kind) => all.filter((point) => (point.kind ?? 'check') === kind));
}

/** How much was converted, as a sentence without its period. */
export function scoreOf({
	converted,
	unconverted,
}: Record<'converted' | 'unconverted', string[]>): string {
	const all = converted.length + unconverted.length;
	const stay = unconverted.length
		? `, ${unconverted.length} ${unconverted.length === 1 ? 'stays' : 'stay'}`
		: '';
	return `${converted.length} of ${all} ${all === 1 ? 'node' : 'nodes'} converted${stay}`;
}

/** A list that contains each point once. */
export function pointList(): { points: Point[]; tell: Tell } {
	const points: Point[] = [];
	const keys = new Set<string>();
	return {
		points,
		tell: (node, text, field, kind) => {
			const key = JSON.stringify([node, text, field]);
			if (!keys.has(key))
				points.push({ node, text, ...(field && { field }), ...(kind && { kind }) });
			keys.add(key);
		},
	};
}

const TITLES: Record<string, string> = {
	customerConversationApi: 'Customer Conversation API',
	customerConversationClientApi: 'Customer Conversation Client API',
};

interface Needed {
	/** Title of the credential. */
	title: string;
	/** Names with which n8n finds it by itself. */
	names: string[];
	/** Names of the nodes that need it. */
	nodes: string[];
}

/** The credentials that the nodes need. */
export function credentialsOf(nodes: INode[]): Needed[] {
	return Object.entries(TITLES).flatMap(([type, title]): Needed[] => {
		const users = nodes.filter(({ credentials }) => credentials?.[type]);
		const names = new Set(users.map(({ credentials }) => credentials![type].name));
		return users.length ? [{ title, names: [...names], nodes: users.map(({ name }) => name) }] : [];
	});
}

/** A point as one line. */
export const lineOf = ({ node, field, text }: Point) =>
	`${node}${field ? ` → ${field}` : ''}: ${text}`;

const WIDTH = 480;

/** The list as a note, above all other nodes. */
export function noteOf(nodes: INode[], points: Point[], score: string): INode {
	const content = [
		'## Please check',
		`${score}.`,
		'',
		...points.map((point) => `- **${lineOf(point).replace(': ', ':** ')}`),
	].join('\n');
	const height = 120 + 40 * points.length;
	const [left, top] = [0, 1].map((axis) =>
		Math.min(...nodes.map(({ position }) => Number(position?.[axis]) || 0)),
	);
	const existingNames = nodes.map(({ name }) => name);
	const name =
		['Moved', 'Moved 2', 'Moved 3'].find((one) => !existingNames.includes(one)) ?? uuidOf(content);
	return {
		id: uuidOf(`${name} ${content}`),
		name,
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [left, top - height - 60],
		parameters: { content, width: WIDTH, height, color: 3 },
	};
}
