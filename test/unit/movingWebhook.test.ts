import type { IDataObject } from 'n8n-workflow';
import { convert } from '../../moving/engine';
import { finder } from '../../moving/webhook/delivered';
import type { Path } from '../../moving/expressions';
import { matched } from '../../nodes/shared/events/events';
import { readDelivery } from '../../nodes/shared/events/delivery';
import { mask } from '../../nodes/shared/transport/secrets';
import { isObject } from '../../nodes/shared/values';
import { deliveries, releases, type Release } from '../../truth/recordings';
import { cpuSeconds } from '../support/clock';
import { open } from '../support/delivered';
import { evaluated } from '../support/evaluated';
import { convertNodes, nodeOf, remarksOf, workflowOf, type PartialNode } from '../support/moving';

const TRIGGER = 'n8n-nodes-customer-conversation.customerConversationTrigger';

const webhook = (more: object = {}): PartialNode => ({
	name: 'In',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path: 'desk', ...more },
});
const set = (value: unknown, name = 'Read'): PartialNode => ({
	name,
	typeVersion: 3.4,
	parameters: { value },
});
const code = (jsCode: string, name = 'Code'): PartialNode => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});
/** Left value, right value and operation. */
type Row = [string, unknown, string?];
const rows = (all: Row[]) =>
	all.map(([left, rightValue, operation = 'equals']) => ({
		leftValue: `={{ ${left} }}`,
		rightValue,
		operator: { type: typeof rightValue, operation },
	}));
const conditions = (all: Row[], combinator = 'and') => ({
	conditions: { options: { version: 2 }, conditions: rows(all), combinator },
});
const test2 = (type: string, all: Row[], more: object = {}): PartialNode => ({
	name: 'Test',
	type: `n8n-nodes-base.${type}`,
	typeVersion: 2.2,
	parameters: conditions(all),
	...more,
});
const INCOMING: Row = ['$json.body.message_type', 'incoming'];
const CREATED: Row = ['$json.body.event', 'message_created'];
const TALK = '={{ $json.body.conversation.id }}';

const namesOf = ({ workflow }: ReturnType<typeof convert>) =>
	workflow.nodes.map(({ name }) => name);
const triggerIn = (made: ReturnType<typeof convert>) => {
	const { type, typeVersion, parameters } = nodeOf(made, 'In')!;
	expect([type, typeVersion]).toEqual([TRIGGER, 1.1]);
	return parameters;
};
const valueIn = (made: ReturnType<typeof convert>) => nodeOf(made, 'Read')!.parameters.value;
const codeIn = (made: ReturnType<typeof convert>) => nodeOf(made, 'Code')!.parameters.jsCode;

describe('a recorded delivery', () => {
	const pathsIn = (value: unknown, path: Path = []): Path[] => [
		...(path.length ? [path] : []),
		...(Array.isArray(value)
			? value.slice(0, 2).flatMap((one, index) => pathsIn(one, [...path, index]))
			: isObject(value)
				? Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))
				: []),
	];
	/** Simplify has null for what is missing or empty. */
	const plain = (value: unknown) =>
		value === undefined || value === '' || (isObject(value) && !Object.keys(value).length)
			? null
			: value;
	/** Where the item has something else than the body, on purpose: the text without HTML, and the customer's message although a newer one arrived. */
	const BETTER = /^content$|^conversation\.messages\.0\.(id|content|content_type)$/;

	/** Two deliveries of each event. */
	const chosenFrom = (release: Release) => {
		const counts = new Map<string, number>();
		return deliveries(release).flatMap(({ name, body }) => {
			const delivery = readDelivery(body);
			const { event } = delivery;
			if (!/^(message|conversation_(created|updated|status|typing)|contact|webwidget)/.test(event))
				return [];
			const isWrote = matched(delivery, ['customer_wrote']).length > 0;
			return [event, ...(isWrote ? ['customer_wrote'] : [])].flatMap((chosen) => {
				const count = counts.get(chosen) ?? 0;
				counts.set(chosen, count + 1);
				return count < 2 ? [{ name, body, chosen }] : [];
			});
		});
	};

	/** Differences between what a workflow reads of a delivery before and after it was converted. */
	async function differences(release: Release, isSimple: boolean) {
		const found: string[] = [];
		let count = 0;
		for (const { name, body, chosen } of chosenFrom(release)) {
			const find = finder([chosen]);
			const paths = pathsIn(body).filter((path) => !isSimple || find(['body', ...path])?.simple);
			const value = Object.fromEntries(
				paths.map((path) => [
					path.join('.'),
					`={{ $json.body${path.map((step) => `[${JSON.stringify(step)}]`).join('')} }}`,
				]),
			);
			const wrote = chosen === 'customer_wrote';
			const event: Row = ['$json.body.event', wrote ? 'message_created' : chosen];
			const made = convertNodes(
				webhook({ path: 'chatwoot' }),
				test2('filter', wrote ? [event, INCOMING] : [event]),
				set(value),
			);
			const parameters = triggerIn(made);
			expect(parameters.events).toEqual([chosen]);
			expect(parameters.simplify).toBe(isSimple ? undefined : false);
			const { items } = await open(parameters as IDataObject, release).receive(body);
			expect(items).toHaveLength(1);
			const before = evaluated(value, { headers: {}, body: mask(body) as IDataObject });
			const after = evaluated(valueIn(made) as IDataObject, items[0]);
			for (const path of Object.keys(value)) {
				count++;
				if (isSimple && BETTER.test(path)) continue;
				if (JSON.stringify(plain(before[path])) !== JSON.stringify(plain(after[path])))
					found.push(`${name} ${path}: ${String(before[path])}, ${String(after[path])}`);
			}
		}
		return { found, count };
	}

	it.each(releases.flatMap((release) => [true, false].map((isSimple) => [release, isSimple])))(
		'of %s has the values that the workflow read before, with Simplify %s',
		async (release, isSimple) => {
			const { found, count } = await differences(release as Release, isSimple as boolean);
			expect(found).toEqual([]);
			expect(count).toBeGreaterThan(400);
		},
	);
});

describe('a test behind the webhook', () => {
	const old = (type: string, more: object): PartialNode => ({
		name: 'Test',
		type: `n8n-nodes-base.${type}`,
		typeVersion: 1,
		parameters: more,
	});
	const strings = (left: string, value2: string, operation?: string) => ({
		value1: `={{ ${left} }}`,
		value2,
		...(operation && { operation }),
	});

	it.each([
		['IF 2.2', test2('if', [CREATED, INCOMING])],
		['IF 2, without the event', test2('if', [INCOMING], { typeVersion: 2 })],
		['Filter 2.2', test2('filter', [CREATED, INCOMING, ['$json.body.private', false]])],
		[
			'Filter 2, not private',
			test2('filter', [INCOMING, ['$json.body.private', true, 'notEquals']], { typeVersion: 2 }),
		],
		[
			'IF 2 with a test for false',
			test2('if', [INCOMING, ['$json["body"]["private"]', '', 'false']], {
				parameters: {
					conditions: {
						conditions: [
							...rows([INCOMING]),
							{
								leftValue: '={{ $json.body.private }}',
								rightValue: '',
								operator: { type: 'boolean', operation: 'false', singleValue: true },
							},
						],
						combinator: 'and',
					},
				},
			}),
		],
		[
			'IF 1',
			old('if', {
				conditions: {
					string: [
						strings("$json['body'].event", 'message_created'),
						strings('$json.body.message_type', '=incoming'),
					],
					boolean: [{ value1: '={{ $json.body.private }}' }],
				},
			}),
		],
		[
			'Filter 1',
			old('filter', {
				conditions: { string: [strings('$json.body.message_type', "={{ 'incoming' }}", 'equal')] },
			}),
		],
	])('is removed if the event means the same: %s', (_, guard) => {
		const made = convertNodes(webhook(), guard, set(TALK));
		expect(triggerIn(made).events).toEqual(['customer_wrote']);
		expect(triggerIn(made)).not.toHaveProperty('loop_guard');
		expect(namesOf(made)).toEqual(['In', 'Read', 'Moved']);
		expect(made.workflow.connections).toEqual({
			In: { main: [[{ node: 'Read', type: 'main', index: 0 }]] },
		});
		expect(valueIn(made)).toBe('={{ $json.conversation_id }}');
		expect(remarksOf(made)).toContain('Test: Removed, because it is no longer needed');
	});

	it('may be several nodes, with a node between that does nothing', () => {
		const made = convertNodes(
			webhook(),
			test2('if', [CREATED]),
			{ name: 'Pass', type: 'n8n-nodes-base.noOp' },
			test2('filter', [INCOMING], { name: 'Test 2' }),
			set(TALK),
		);
		expect(triggerIn(made).events).toEqual(['customer_wrote']);
		expect(namesOf(made)).toEqual(['In', 'Pass', 'Read', 'Moved']);
	});

	it('stays if it contradicts the one before', () => {
		const made = convertNodes(
			webhook(),
			test2('if', [INCOMING]),
			test2('if', [['$json.body.message_type', 'outgoing']], { name: 'Never' }),
			set(TALK),
		);
		expect(namesOf(made)).toEqual(['In', 'Never', 'Read', 'Moved']);
	});

	it('keeps the conditions that the event does not mean', () => {
		const made = convertNodes(
			webhook(),
			test2('if', [CREATED, INCOMING, ['$json.body.conversation.status', 'pending']]),
			set(TALK),
		);
		expect(nodeOf(made, 'Test')!.parameters.conditions).toMatchObject({
			conditions: [{ leftValue: '={{ $json.status }}', rightValue: 'pending' }],
		});
		expect(remarksOf(made)).toContain('Test: Some of its conditions were removed');
	});

	it('keeps the conditions of version 1 in their groups', () => {
		const made = convertNodes(
			webhook(),
			old('if', {
				conditions: {
					string: [
						strings('$json.body.message_type', 'incoming'),
						strings('$json.body.content', 'help', 'contains'),
					],
				},
			}),
			set(TALK),
		);
		expect(nodeOf(made, 'Test')!.parameters.conditions).toEqual({
			string: [{ value1: '={{ $json.content }}', value2: 'help', operation: 'contains' }],
		});
	});

	it.each([
		['has two branches', [['Read'], ['Other']], {}],
		['is read by its name', [['Read'], []], { talk: "={{ $('Test').item.json.body.content }}" }],
	])('stays if it %s', (_, outputs, more) => {
		const nodes = [
			webhook(),
			test2('if', [INCOMING]),
			set({ id: TALK, ...more }),
			set(TALK, 'Other'),
		];
		const made = convert(workflowOf(nodes, { In: [['Test']], Test: outputs }));
		const { conditions: group } = nodeOf(made, 'Test')!.parameters as IDataObject;
		expect(group).toMatchObject({ conditions: [{ leftValue: '={{ $json.message_type }}' }] });
		if ('talk' in more)
			expect(valueIn(made)).toMatchObject({ talk: "={{ $('Test').item.json.content }}" });
		else expect(triggerIn(made)).toMatchObject({ events: ['message_created'], loop_guard: false });
	});

	it('is removed with its other branch if that does nothing', () => {
		const nodes = [
			webhook({ responseMode: 'responseNode' }),
			test2('if', [INCOMING]),
			set(TALK),
			{ name: 'Ignore', type: 'n8n-nodes-base.respondToWebhook' },
			{ name: 'Nothing', type: 'n8n-nodes-base.noOp' },
		];
		const made = convert(
			workflowOf(nodes, { In: [['Test']], Test: [['Read'], ['Ignore', 'Nothing']] }),
		);
		expect(namesOf(made)).toEqual(['In', 'Read', 'Moved']);
	});

	it('that allows one of several events becomes these events', () => {
		const made = convertNodes(
			webhook(),
			test2('if', [], {
				parameters: conditions(
					[
						['$json.body.event', 'conversation_created'],
						['$json.body.event', 'conversation_status_changed'],
					],
					'or',
				),
			}),
			set('={{ $json.body.id }} {{ $json.body.meta.sender.name }}'),
		);
		expect(triggerIn(made)).toEqual({
			events: ['conversation_created', 'conversation_status_changed'],
			filters: {},
		});
		expect(namesOf(made)).not.toContain('Test');
		expect(valueIn(made)).toBe('={{ $json.conversation_id }} {{ $json.contact_name }}');
	});

	it('stays if its event does not exist', () => {
		const event: Row = ['$json.body.event', 'ticket_created'];
		const made = convertNodes(webhook({ path: 'chatwoot' }), test2('if', [event]), set(TALK));
		expect(triggerIn(made).events).toEqual(['message_created']);
		expect(namesOf(made)).toContain('Test');
		expect(remarksOf(made)).toContain('In: Check Events');
	});
});

describe('several events', () => {
	const switchNode = (parameters: object, typeVersion: number): PartialNode => ({
		name: 'Which',
		type: 'n8n-nodes-base.switch',
		typeVersion,
		parameters,
	});
	const values = ['message_created', 'conversation_resolved', 'conversation_status_changed'];
	it.each([
		[3.2, { rules: { values: values.map((value) => conditions([['$json.body.event', value]])) } }],
		[
			1,
			{
				dataType: 'string',
				value1: '={{ $json.body.event }}',
				rules: { rules: values.map((value2, output) => ({ value2, output })) },
			},
		],
	])('that a Switch of version %s parts are events of one trigger', (version, parameters) => {
		const nodes = [
			webhook(),
			switchNode({ conditions: undefined, ...parameters }, version),
			set('={{ $json.body.content }} {{ $json.body.conversation.id }}'),
			set('={{ $json.body.status }}', 'Other'),
		];
		const made = convert(workflowOf(nodes, { In: [['Which']], Which: [['Read'], [], ['Other']] }));
		expect(triggerIn(made)).toEqual({
			events: ['conversation_status_changed', 'message_created'],
			filters: {},
		});
		expect(remarksOf(made)).toContain('In: Ignore Bots and Your Own Messages is on, because');
		expect(JSON.stringify(nodeOf(made, 'Which')!.parameters)).toContain('={{ $json.event }}');
		expect(valueIn(made)).toBe('={{ $json.content }} {{ $json.conversation_id }}');
		expect(nodeOf(made, 'Other')!.parameters.value).toBe('={{ $json.status }}');
	});

	it('have IDs of different records: then the body stays as Chatwoot sends it', () => {
		const nodes = [
			webhook(),
			switchNode(
				{ rules: { values: values.map((v) => conditions([['$json.body.event', v]])) } },
				3,
			),
			set('={{ $json.body.id }} {{ $json.body.conversation.id }}'),
		];
		const made = convert(workflowOf(nodes, { In: [['Which']], Which: [['Read']] }));
		expect(triggerIn(made).simplify).toBe(false);
		expect(valueIn(made)).toBe('={{ $json.id }} {{ $json.conversation.id }}');
		expect(remarksOf(made)).toContain('In: Simplify is off');
	});
});

it('the trigger has the name of the credential that the workflow calls Chatwoot with', () => {
	const call: PartialNode = {
		name: 'Call',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: 'https://desk.example/api/v1/accounts/7/labels' },
		credentials: { httpHeaderAuth: { id: '1', name: 'Desk' } },
	};
	const made = convertNodes(webhook(), test2('if', [INCOMING]), set(TALK), call);
	expect(nodeOf(made, 'In')!.credentials).toEqual({
		customerConversationApi: { id: null, name: 'Desk' },
	});
});

describe('what the workflow reads', () => {
	const guard = test2('filter', [CREATED, INCOMING]);
	const read = (value: unknown) => valueIn(convertNodes(webhook(), guard, set(value)));

	it.each([
		["$('In').item.json.body.content", "$('In').item.json.content"],
		['$("In").first().json["body"]["conversation"]["id"]', '$("In").first().json.conversation_id'],
		['$node["In"].json.body.inbox.id', '$node["In"].json.inbox_id'],
		['$node.In.json.body.inbox.id', '$node.In.json.inbox_id'],
		['$json.body.id', '$json.message_id'],
		['$json.body.sender.phone_number.trim()', '$json.contact_phone.trim()'],
		['$json.body?.conversation?.meta?.sender?.email', '$json?.contact_email'],
		['$json.body.conversation.messages[0].content', '$json.content'],
		['$json.body.attachments[1].data_url', '$json.attachments[1].data_url'],
		['$json.body.conversation.custom_attributes.plan', '$json.custom_attributes?.plan'],
		['$json.body.sender.custom_attributes["a b"]', '$json.contact_custom_attributes?.["a b"]'],
		[
			'$json.body.conversation_id || $json.body.conversation.id',
			'$json.conversation_id || $json.conversation_id',
		],
		['$json.event', '$json.event'],
		['$json.body.created_at', '$json.occurred_at'],
	])('%s becomes %s', (before, after) => {
		expect(read(`={{ ${before} }}`)).toBe(`={{ ${after} }}`);
	});

	it.each([
		['$json.body', '$json'],
		[
			'$json.body.sender.additional_attributes.social_profiles.instagram',
			'$json.sender.additional_attributes.social_profiles.instagram',
		],
		['$json.body.message.content', '$json.message.content'],
		['$json.body.attachments', '$json.attachments'],
		['$json.body.conversation.created_at', '$json.conversation.created_at'],
	])('%s becomes %s, and Simplify is off', (before, after) => {
		const made = convertNodes(webhook(), guard, set(`={{ ${before} }}`));
		expect([triggerIn(made).simplify, valueIn(made)]).toEqual([false, `={{ ${after} }}`]);
	});

	it('may come through a Set node that keeps other fields', () => {
		const kept = { keepOnlySet: false, values: { string: [{ name: 'x', value: '1' }] } };
		const through = (parameters: object, value: string) =>
			valueIn(
				convertNodes(webhook(), guard, { name: 'Set', typeVersion: 2, parameters }, set(value)),
			);
		expect(through(kept, TALK)).toBe('={{ $json.conversation_id }}');
		expect(through(kept, '={{ $json.x }}')).toBe('={{ $json.x }}');
		expect(through({ ...kept, keepOnlySet: true }, TALK)).toBe(TALK);
	});

	it('may be read by a part of an AI agent', () => {
		const made = convert({
			...workflowOf([webhook(), guard, set('x', 'Agent'), set(TALK)]),
			connections: {
				In: { main: [[{ node: 'Test' }]] },
				Test: { main: [[{ node: 'Agent' }]] },
				Read: { ai_memory: [[{ node: 'Agent' }]] },
			},
		});
		expect(valueIn(made)).toBe('={{ $json.conversation_id }}');
	});

	it.each([
		[
			'const b = $json.body;\nreturn { t: b.content, c: b.conversation.id };',
			'const b = $json;\nreturn { t: b.content, c: b.conversation_id };',
		],
		[
			'const { body } = items[0].json; return body.sender.name;',
			'const { body } = { body: items[0].json }; return body.sender_name;',
		],
		[
			"return $('In').all().map((one) => one.json.body.content);",
			"return $('In').all().map((one) => one.json.content);",
		],
	])('is rewritten in code: %s', (before, after) => {
		const made = convertNodes(webhook(), guard, code(before));
		expect([triggerIn(made).simplify, codeIn(made)]).toEqual([undefined, after]);
	});

	it.each([
		[
			'const b = $json.body || $json; return b.conversation?.id || b.conversation_id;',
			'const b = $json || $json; return b.conversation?.id || b.conversation_id;',
		],
		[
			'const b = $input.first().json.body; return { ...b };',
			'const b = $input.first().json; return { ...b };',
		],
		[
			'const { content, message_type } = $json.body; return content;',
			'const { content, message_type } = $json; return content;',
		],
		[
			'const { body: { content, sender } } = $json; return content;',
			'const { body: { content, sender } } = { body: $json }; return content;',
		],
		[
			'let b = $json.body; if (!b) b = {}; return b.message?.content ?? b.content;',
			'let b = $json; if (!b) b = {}; return b.message?.content ?? b.content;',
		],
		[
			'function read() { return body.content }\nconst body = $json.body; return read();',
			'function read() { return body.content }\nconst body = $json; return read();',
		],
		[
			'for (const one of items) one.json.text = one.json.body.attachments;\nreturn items;',
			'for (const one of items) one.json.text = one.json.attachments;\nreturn items;',
		],
	])('stays as Chatwoot sends it if code takes more than keys: %s', (before, after) => {
		const made = convertNodes(webhook(), guard, code(before));
		expect([triggerIn(made).simplify, codeIn(made)]).toEqual([false, after]);
	});

	it('may come through code that returns its items, or copies their values', () => {
		const through = (jsCode: string) => {
			const made = convertNodes(webhook(), guard, code(jsCode), set(TALK));
			return [codeIn(made), valueIn(made), remarksOf(made).includes('Code:')];
		};
		const loop = 'for (const one of items) one.json.text = one.json.body.content;\nreturn items;';
		expect(through(loop)).toEqual([
			'for (const one of items) one.json.text = one.json.content;\nreturn items;',
			'={{ $json.conversation.id }}',
			false,
		]);
		const copy = 'return items.map((one) => ({ json: { ...one.json, x: 1 } }));';
		expect(through(copy).slice(0, 2)).toEqual([copy, '={{ $json.conversation.id }}']);
	});

	it('is named if it may be the body, or is the whole item', () => {
		const made = convertNodes(
			webhook(),
			guard,
			set(['={{ $json }}', TALK]),
			{ name: 'Other', type: 'n8n-nodes-base.redis' },
			set('={{ $json.body.conversation.id }}', 'Later'),
		);
		expect(remarksOf(made)).toContain('Read → value: Check $json: the item is the body now');
		expect(remarksOf(made)).toContain(
			'Later: Check $json.body.conversation.id: if it is the body of the webhook, leave out “body”.',
		);
		const fallback = convertNodes(
			webhook(),
			guard,
			code('const b = $json.body ?? $json; return b.id;'),
		);
		expect(remarksOf(fallback)).not.toContain('Code');
	});

	it('is named if the trigger does not have it', () => {
		const made = convertNodes(webhook(), guard, set(['={{ $json.headers.host }}', TALK]));
		expect(remarksOf(made)).toContain(
			'Check $json.headers.host: the items of “In” do not contain it',
		);
	});

	it('is named if the code is no JavaScript', () => {
		const broken = 'const b = $json.body; return b.content }';
		const made = convertNodes(webhook(), guard, set(TALK), code(broken));
		expect(codeIn(made)).toBe(broken);
	});

	it('is safe with hostile names', () => {
		for (const name of ["It's", '__proto__', 'constructor', 'a"b', '$& x']) {
			const quoted = `'${name.replace(/'/g, "\\'")}'`;
			const value = { 'k"{{': `={{ $(${quoted}).item.json.body.content }}`, __proto__x: '{{' };
			const made = convertNodes(
				{ ...webhook(), name },
				{ ...guard, name: `${name} 2` },
				set(value),
			);
			expect(nodeOf(made, name)!.type).toBe(TRIGGER);
			expect(valueIn(made)).toEqual({
				'k"{{': `={{ $(${quoted}).item.json.content }}`,
				__proto__x: '{{',
			});
		}
		const keys = '={{ $json.body.constructor.__proto__.x }}{{ $json.body["__proto__"] }}';
		expect(read(keys)).toBe('={{ $json.constructor.__proto__.x }}{{ $json.__proto__ }}');
	});
});

describe('a webhook', () => {
	const stays = (node: PartialNode, value: unknown = TALK) => {
		const original = workflowOf([node, set(value)]);
		const made = convert(original);
		expect(made.workflow.nodes).toEqual(original.nodes);
		return remarksOf(made);
	};

	it.each([
		['GET', webhook({ httpMethod: undefined }), TALK, 'Chatwoot calls with POST'],
		[
			'Evolution',
			webhook(),
			'={{ $json.body.data.key.id }} {{ $json.body.event }}',
			'another service',
		],
		['Telegram', webhook(), '={{ $json.body.message.chat.id }}', 'another service'],
		['a form', webhook(), '={{ $json.body.email }}', 'only events of Chatwoot have'],
		['one path', webhook(), '={{ $json.body.account.id }}', 'only events of Chatwoot have'],
	])('of another service stays: %s', (_, node, value, words) => {
		expect(stays(node, value)).toContain(words);
	});

	it('keeps its name, place and webhook ID, and names the one to delete in Chatwoot', () => {
		const made = convertNodes(
			{ ...webhook({ path: '/desk/' }), webhookId: 'w1', disabled: true, notes: 'n' },
			test2('filter', [INCOMING]),
			set(TALK),
		);
		expect(nodeOf(made, 'In')).toMatchObject({
			webhookId: 'w1',
			disabled: true,
			notes: 'n',
			position: [0, 7],
		});
		expect(remarksOf(made)).toContain(
			'In: Delete the webhook in Chatwoot whose URL ends in /webhook/desk/, before you activate',
		);
	});

	it('has Respond nodes that go with it, and those of another webhook that stay', () => {
		const respond = (name: string): PartialNode => ({
			name,
			type: 'n8n-nodes-base.respondToWebhook',
		});
		const nodes = [
			webhook({ path: 'chatwoot' }),
			respond('OK'),
			set(TALK),
			respond('Both'),
			webhook(),
		];
		nodes[4] = { ...nodes[4], name: 'Form' };
		const made = convert(
			workflowOf(nodes, { In: [['OK']], OK: [['Read']], Read: [['Both']], Form: [['Both']] }),
		);
		expect(namesOf(made)).toEqual(['In', 'Read', 'Both', 'Form', 'Moved']);
		expect(made.workflow.connections).toMatchObject({
			In: { main: [[{ node: 'Read' }]] },
			Read: { main: [[{ node: 'Both' }]] },
		});
		expect(remarksOf(made)).toContain('Both: Answers a webhook, but the trigger answers');
		expect(remarksOf(made)).toContain('In: Removed “OK”: the trigger answers Chatwoot by itself.');
	});

	it('has pinned data that become items of the trigger', () => {
		const [{ body }] = deliveries('4.16').filter(
			(one) => one.body.event === 'message_created' && one.body.message_type === 'incoming',
		);
		const pinned = (value: string) => {
			const made = convert({
				...workflowOf([webhook(), test2('filter', [CREATED, INCOMING]), set(value)]),
				pinData: { In: [{ headers: {}, body }], Test: [{ body }] },
			});
			return made.workflow.pinData as Record<string, IDataObject[]>;
		};
		expect(pinned(TALK)).toEqual({
			In: [expect.objectContaining({ content: body.content, events: ['customer_wrote'] })],
		});
		expect(pinned('={{ $json.body.conversation.messages }}')).toEqual({ In: [body] });
	});

	it('is converted once: the result converted again is the same', () => {
		const nodes = [webhook(), test2('if', [INCOMING]), set(TALK), code('return $json.body;')];
		const [one, two] = [0, 1].map(() => convert(workflowOf(nodes)).workflow);
		expect(one).toEqual(two);
		expect(() => convert(one)).toThrow('Nothing in this workflow can be converted.');
	});

	it('with 500 nodes in circles takes less than two seconds of the processor', () => {
		const names = Array.from({ length: 500 }, (_, index) => `N${index}`);
		const nodes: PartialNode[] = [
			webhook({ path: 'chatwoot' }),
			...names.map((name, index) => ({
				name,
				type: `n8n-nodes-base.${index % 2 ? 'if' : 'merge'}`,
				parameters: conditions([[`$json.body.conversation.id`, 1]]),
			})),
		];
		const outputs = Object.fromEntries(
			names.map((name, index) => [
				name,
				[1, 2, 250].map((step) => [names[(index + step) % names.length]]),
			]),
		);
		const spent = cpuSeconds();
		const made = convert(workflowOf(nodes, { In: [[names[0]]], ...outputs }));
		expect(spent()).toBeLessThan(2);
		expect(JSON.stringify(nodeOf(made, 'N499'))).toContain('$json.conversation_id');
	});
});

describe('a list that an HTTP Request node returned', () => {
	const list = (path: string): PartialNode => ({
		name: 'List',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `https://desk.example/api/v1/accounts/7/${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			options: {},
		},
	});
	const merge: PartialNode = {
		name: 'Pairs',
		type: 'n8n-nodes-base.merge',
		typeVersion: 3,
		parameters: { mode: 'combine', combineBy: 'combineByPosition' },
	};

	it('is paired by position with what it belongs to, and read as before', () => {
		const labels = "={{ $json.payload.includes('trial') }}";
		const nodes = [
			set(1, 'Leads'),
			list('conversations/{{ $json.id }}/labels'),
			merge,
			set(labels),
			code("return $('List').all().length ? $input.all()[0].json.payload : [];"),
		];
		(nodes[1].parameters as IDataObject).url =
			`=${String((nodes[1].parameters as IDataObject).url)}`;
		const made = convert(
			workflowOf(nodes, {
				Leads: [['List', 'Pairs']],
				List: [['Pairs']],
				Pairs: [['Read']],
				Read: [['Code']],
			}),
		);
		expect(made.converted).toEqual(['List']);
		expect(nodeOf(made, 'List')!.parameters).toMatchObject({ operation: 'getLabels' });
		expect(made.workflow.connections).toMatchObject({
			List: { main: [[{ node: 'List as List' }]] },
			'List as List': { main: [[{ node: 'Pairs' }]] },
		});
		expect(valueIn(made)).toBe(labels);
		expect(nodeOf(made, 'List as List')!.parameters.jsCode).toContain('rows.push(json.label)');
		expect(nodeOf(made, 'List as List')!.parameters.jsCode).toContain('$("Leads").all().length');
	});

	it('that is searched and found to be empty is still found to be empty', () => {
		const made = convertNodes(
			list('contacts/search?q=ada'),
			test2('if', [['$json.meta.count', 0, 'gt']]),
			set('={{ $json.payload[0].id }}'),
		);
		expect(valueIn(made)).toBe('={{ $json.id }}');
		expect(JSON.stringify(nodeOf(made, 'Test')!.parameters)).toContain(
			'Object.keys(item.json).length > 0).length',
		);
		expect(nodeOf(made, 'List')).toMatchObject({
			alwaysOutputData: true,
			parameters: { limit: 1 },
		});
	});

	it('stays if something is read of the reply that is in no row', () => {
		const value = '={{ $json.meta.contact.name }} {{ $json.payload[0].content }}';
		const made = convertNodes(list('conversations/5/messages'), set(value));
		expect(made.unconverted).toEqual(['List']);
		expect(valueIn(made)).toBe(value);
		expect(remarksOf(made)).toContain(
			'List: Stays: “Read” reads $json.meta.contact.name, which our operation does not return.',
		);
		const again = convert(made.workflow);
		expect(again.workflow).toEqual(made.workflow);
	});

	it.each([
		['$json.id', 'contacts', '$json.id', { name: 'x' }],
		['$json.payload.contact.id', 'contacts', '$json.id', { name: 'x' }],
		['$json.payload.contact.email', 'contacts', '$json.email', { name: 'x' }],
		['$json.error.message', 'contacts', '$json.error.message', { name: 'x' }],
	])('or of one record: %s of POST %s becomes %s', (before, path, after, body) => {
		const node = list(path);
		const more = {
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify(body),
		};
		const made = convertNodes(
			{ ...node, onError: 'continueRegularOutput', parameters: { ...node.parameters, ...more } },
			set(`={{ ${before} }}`),
		);
		expect([made.converted, valueIn(made)]).toEqual([['List'], `={{ ${after} }}`]);
	});
});
