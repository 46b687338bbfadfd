import type { IDataObject } from 'n8n-workflow';

/** Workflows for the page that converts them. */

const BASE = 'n8n-nodes-base.';

const node = (
	name: string,
	type: string,
	position: unknown,
	parameters: IDataObject,
	typeVersion = 1,
): IDataObject =>
	({ id: name, name, type: `${BASE}${type}`, typeVersion, position, parameters }) as IDataObject;

const call = (name: string, position: unknown, path: string, body: string) =>
	node(
		name,
		'httpRequest',
		position,
		{
			method: 'POST',
			url: `=https://chat.example/api/v1/accounts/1/conversations/${path}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `=${body}`,
			options: {},
		},
		4.2,
	);

const set = (name: string, position: unknown, value: string) =>
	node(
		name,
		'set',
		position,
		{ assignments: { assignments: [{ id: 'a', name: 'a', type: 'string', value }] } },
		3.4,
	);

const equals = (id: string, leftValue: string, rightValue: string) => ({
	id,
	leftValue,
	rightValue,
	operator: { type: 'string', operation: 'equals' },
});

const to = (...names: string[]) => names.map((name) => ({ node: name, type: 'main', index: 0 }));

const only = (name: string, ...conditions: IDataObject[]) =>
	node(
		name,
		'if',
		[220, 0],
		{ conditions: { combinator: 'and', options: { version: 2 }, conditions } },
		2.2,
	);

export const HOSTILE = '"><img src=x onerror="document.title=1"></svg><script>alert(1)</script>';

/** Names and texts that would be HTML, circles, nodes without a position, and connections to nowhere. */
export const hostileWorkflow = JSON.parse(
	JSON.stringify({
		name: `../${HOSTILE}`,
		nodes: [
			node('Webhook', 'webhook', [0, 0], { httpMethod: 'POST', path: 'desk' }, 2),
			only(
				'Only Customers',
				equals('1', '={{ $json.body.event }}', 'message_created'),
				equals('2', '={{ $json.body.message_type }}', 'incoming'),
			),
			set('__proto__', [440, 0], '={{ $json.body.conversation.id }}'),
			call(HOSTILE, [660, 0], '{{ $json.a }}/messages', `{"content":"Hello"}`),
			call('Mystery', ['x', null], '{{ $json.a }}/messages', '{{ $json.everything }}'),
			node('Nowhere', 'noOp', undefined, {}),
			node('Note', 'stickyNote', [600, -100], { content: HOSTILE, width: 'x', height: -7 }),
		],
		connections: {
			Webhook: { main: [to('Only Customers')] },
			'Only Customers': { main: [to('PROTO')] },
			PROTO: { main: [to(HOSTILE, 'Mystery', 'Mystery', 'Not there')] },
			[HOSTILE]: { main: [null, to(HOSTILE, 'Mystery')], ai_tool: 'x' },
			Mystery: { main: [to(HOSTILE)] },
			Gone: { main: [to('Mystery')] },
		},
	}).replaceAll('PROTO', '__proto__'),
) as IDataObject;

/** A chain in which every second node is an HTTP Request whose reply the next one reads. */
export function longWorkflow(count: number): IDataObject {
	const names = Array.from({ length: count }, (_, index) => `Node ${index}`);
	const place = (index: number) => [220 * (index % 25), 200 * Math.floor(index / 25)];
	return {
		nodes: names.map((name, index) =>
			index % 2
				? call(name, place(index), '{{ $json.id }}/messages', '{"content":"Hello"}')
				: set(name, place(index), index ? `={{ $('Node ${index - 1}').item.json.id }}` : 'x'),
		),
		connections: Object.fromEntries(
			names.slice(1).map((name, index) => [names[index], { main: [to(name)] }]),
		),
	} as IDataObject;
}

/** A Webhook that waits for resolved conversations, with a pinned delivery. */
export const pinnedWorkflow = {
	nodes: [
		node('Webhook', 'webhook', [0, 0], { httpMethod: 'POST', path: 'desk' }, 2),
		only(
			'Resolved',
			equals('1', '={{ $json.body.event }}', 'conversation_status_changed'),
			equals('2', '={{ $json.body.status }}', 'resolved'),
		),
		set('Name', [440, 0], '={{ $json.body.meta.sender.name }}'),
	],
	connections: { Webhook: { main: [to('Resolved')] }, Resolved: { main: [to('Name')] } },
	pinData: {
		Webhook: [
			{
				json: {
					body: {
						event: 'conversation_status_changed',
						id: 5,
						status: 'resolved',
						additional_attributes: { note: 'Grüße 👋' },
						meta: { sender: { id: 7, name: 'Ada' } },
					},
				},
			},
		],
	},
};
