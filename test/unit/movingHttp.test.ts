import type { IDataObject, INode } from 'n8n-workflow';
import { convert, type Conversion } from '../../moving/engine';
import { lineOf, scoreOf } from '../../moving/note';
import { workflowOf } from '../support/moving';

const HTTP = 'n8n-nodes-base.httpRequest';
const NODE = 'n8n-nodes-customer-conversation.customerConversation';
const BASE = 'https://desk.example/api/v1/accounts/7';
const TALK = `=${BASE}/conversations/{{ $json.talk }}`;

const rl = (value: unknown) => ({ __rl: true, mode: 'id', value });

type Parameters = Record<string, unknown>;

const node = (name: string, parameters: Parameters, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type: HTTP,
	typeVersion: 4.2,
	position: [0, 7],
	parameters: parameters as INode['parameters'],
	...more,
});

const chain = (...nodes: INode[]) => workflowOf(nodes);

const nodeOf = ({ workflow }: Conversion, name: string) =>
	workflow.nodes.find((one) => one.name === name) as INode;

/** A node alone, converted: its operation and parameters, or undefined if it stays, and the list. */
function made(parameters: Parameters, more: Partial<INode> = {}) {
	const result = convert(chain(node('Call', parameters, more)));
	const { type, parameters: now } = nodeOf(result, 'Call');
	const { resource, operation, ...rest } = now as Parameters;
	return {
		operation: result.unconverted.length ? undefined : `${String(resource)}.${String(operation)}`,
		type,
		parameters: rest,
		list: result.points
			.map(lineOf)
			.filter(
				(line) =>
					!/Choose the credential|The base URL of the credential|Returns one item per entry/.test(
						line,
					),
			),
	};
}

const post = (path: string, jsonBody: string): Parameters => ({
	method: 'POST',
	url: path,
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});
const say = (jsonBody: string) => made(post(`${TALK}/messages`, jsonBody));
const pairs = (...rows: Array<[name: string, value: unknown]>) => ({
	sendBody: true,
	bodyParameters: { parameters: rows.map(([name, value]) => ({ name, value })) },
});

describe('the address', () => {
	it.each([
		[`=${BASE}/conversations/{{ $json.id }}`, '={{ $json.id }}'],
		[`=${BASE}/conversations/{{$('Ctx').item.json.id}}  `, "={{$('Ctx').item.json.id}}"],
		['={{ $json.base }}/api/v1/accounts/7/conversations/5', 5],
		["={{ $('Cfg').item.json.base }}api/v1/accounts/7/conversations/5", 5],
		['={{ $env.DESK }}/api/v1/accounts/7/conversations/{{ $json.a }}-x', '={{ $json.a }}-x'],
		['https://desk.example//api/v1//accounts/7/conversations/5/', 5],
		['https://example.com/help/desk/api/v1/accounts/7/conversations/5', 5],
		['={{ $json.api }}/accounts/7/conversations/5', 5],
		['https://desk.example/api/v1/accounts/7/conversations/5?x=1#top', undefined],
		["={{ $json.base + '/api/v1/accounts/7/conversations/' + $json.id }}", '={{ $json.id }}'],
		['={{ `${$json.base}/api/v1/accounts/7/conversations/${$json.id}` }}', '={{ $json.id }}'],
		[`=${BASE}/conversations/{{ encodeURIComponent($json.id) }}`, '={{ $json.id }}'],
		["={{ $json.base }}/api/v1/accounts/7/conversations/{{ '5' }}", 5],
	])('%s', (url, id) => {
		const { operation, parameters } = made({ url });
		expect([operation, parameters.conversation_id]).toEqual(
			id === undefined ? [undefined, undefined] : ['conversation.get', rl(id)],
		);
	});

	it('that has the account in its base: the default account applies', () => {
		const url = '={{ $json.account_url }}/conversations/{{ $json.id }}';
		const headerParameters = {
			parameters: [{ name: 'api_access_token', value: '={{ $json.t }}' }],
		};
		const { operation, parameters, list } = made({ url, sendHeaders: true, headerParameters });
		expect([operation, parameters]).toEqual([
			'conversation.get',
			{ conversation_id: rl('={{ $json.id }}') },
		]);
		expect(list.join()).toContain('the default account of the credential applies now');
		expect(() => made({ url })).toThrow('Nothing in this workflow can be converted');
	});

	it('with a = inside was refused, and is right now', () => {
		const { operation, parameters, list } = made({
			url: '==https://desk.example/api/v1/accounts/={{ $json.acc }}/labels',
		});
		expect([operation, parameters.account_id]).toEqual(['label.getAll', rl('={{ $json.acc }}')]);
		expect(list).toContain(
			'Call: The old request failed: there is a = in its URL. This node does what was meant.',
		);
	});

	it.each([
		['braces without =', `${BASE}/conversations/{{ $json.id }}`, 'n8n sends the braces'],
		['one expression', '={{ $json.url }}', 'an expression makes the address'],
		['an unknown path', `${BASE}/kanban/boards`, 'there is no operation for it'],
		['a word by expression', `=${BASE}/conversations/5/{{ $json.what }}`, 'there is no operation'],
	])('%s: the node stays, and the list says why', (_, url, words) => {
		const headerParameters = {
			parameters: [{ name: 'api_access_token', value: '={{ $json.t }}' }],
		};
		const parameters = { url, sendHeaders: true, headerParameters };
		const { operation, parameters: now, list } = made(parameters);
		expect([operation, now]).toEqual([undefined, parameters]);
		expect(list).toHaveLength(1);
		expect(list[0]).toContain(words);
	});

	it.each([
		['https://desk.example/platform/api/v1/users/3', 'user.get', 'Platform'],
		['https://desk.example/public/api/v1/inboxes/abc/contacts/x1', 'contact.get', 'Client'],
	])('of other parts of the API: %s', (url, operation, end) => {
		const result = made({ url });
		expect([result.operation, result.type]).toEqual([operation, NODE + end]);
	});

	it('of another service is not ours', () => {
		expect(() => made({ url: 'https://other.example/api/v1/profile' })).toThrow(
			'Nothing in this workflow can be converted',
		);
		expect(() => made({ url: 'https://other.example/api/v1/accounts/7/ledgers' })).toThrow(
			'Nothing in this workflow can be converted',
		);
	});
});

describe('the body', () => {
	const text = (content: string) => ({
		...{ account_id: rl(7), conversation_id: rl('={{ $json.talk }}') },
		...{ content_kind: 'text', content },
	});
	const note = (content: string) => ({
		...{ account_id: rl(7), conversation_id: rl('={{ $json.talk }}'), content },
	});

	it.each([
		['fixed', '{"content": "Hi"}', 'Hi'],
		[
			'fixed, with a variable of Chatwoot',
			'{"content": "Hi {{contact.name}}"}',
			'Hi {{contact.name}}',
		],
		['fixed text that begins with =', '{"content": "=1+1"}', '={{ "=1+1" }}'],
		['code in quotes', '={"content": "Hi {{ $json.name }},\\nbye"}', '=Hi {{ $json.name }},\nbye'],
		[
			'code in escaped quotes',
			'={"content": "Say \\"{{ $json.a }}\\" now"}',
			'=Say "{{ $json.a }}" now',
		],
		['code alone', '={"content": {{ JSON.stringify($json.text) }} }', '={{ $json.text }}'],
		[
			'code alone with toJsonString',
			'={"content": {{ $json.a.toJsonString() }} }',
			'={{ $json.a }}',
		],
		['JSON in JSON', '={"content": {{ $json.quoted }} }', '={{ JSON.parse($json.quoted) }}'],
		[
			'text that is unescaped again',
			'={"content": {{ JSON.stringify($json.text).replace(/\\\\\\\\n/g, "\\\\n") }} }',
			'={{ JSON.parse(JSON.stringify($json.text).replace(/\\\\\\\\n/g, "\\\\n")) }}',
		],
		[
			'text that is escaped by hand',
			`={"content": "{{ $json.text.replace(/\\n/g, '\\\\n').replace(/"/g, '\\\\"') }}"}`,
			'={{ $json.text }}',
		],
		[
			'text that is cut out of JSON',
			'={"content": "{{ JSON.stringify($json.text).slice(1, -1) }}"}',
			'={{ $json.text }}',
		],
		['one expression', '={{ JSON.stringify({ content: $json.text }) }}', '={{$json.text}}'],
		['an object', "={{ { 'content': `Hi ${$json.name}` } }}", '={{`Hi ${$json.name}`}}'],
		['an object with a text', '={{ ({ content: "Hi" }) }}', 'Hi'],
		[
			'with blanks around',
			'=\n {{ JSON.stringify({ content: $json.text }, null, 2) }}\n',
			'={{$json.text}}',
		],
	])('%s', (_, jsonBody, content) => {
		const { operation, parameters } = say(jsonBody);
		expect([operation, parameters]).toEqual(['message.send', text(content)]);
	});

	it.each([
		['braces without =', '{"content": "Hi {{ $json.name }}"}', 'n8n sends the braces'],
		['a reference', '={{ $json.body }}', 'an expression makes all of it'],
		['a reference as JSON', '={{ JSON.stringify($json.body) }}', 'an expression makes all of it'],
		['values added by code', '={{ { content: 1, ...$json.more } }}', 'values that cannot be seen'],
		['a name by expression', '={ "{{ $json.key }}": 1 }', 'the name of a value'],
		['no JSON', '={ "content": }', 'not valid'],
		['no object', '["content"]', 'no object'],
		['a field that is nowhere', '{"content": "x", "mood": 3}', 'has no field for mood'],
		[
			'of a fork',
			'{"content": "x", "is_reaction": true}',
			'only a fork of Chatwoot has is_reaction',
		],
	])('%s: the node stays', (_, jsonBody, words) => {
		const { operation, parameters, list } = say(jsonBody);
		expect([operation, parameters.jsonBody, list.length]).toEqual([undefined, jsonBody, 1]);
		expect(list[0]).toContain(words);
	});

	it.each([
		['pairs', {}],
		['a form', { contentType: 'multipart-form-data' }],
		['an encoded form', { contentType: 'form-urlencoded' }],
	])('%s', (_, more) => {
		const body = pairs(['content', '=Hi {{ $json.a }}'], ['=private', '={{true}}'], ['', '']);
		const result = made({ method: 'POST', url: `${TALK}/messages`, ...body, ...more });
		expect([result.operation, result.parameters]).toEqual([
			'message.createPrivateNote',
			note('=Hi {{ $json.a }}'),
		]);
	});

	it('an encoded form as text, and raw JSON', () => {
		const url = `${TALK}/messages`;
		const form = { sendBody: true, contentType: 'form-urlencoded', specifyBody: 'string' };
		const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
		expect(
			made({ method: 'POST', url, ...form, body: 'content=a+b&private=true' }).parameters,
		).toEqual(note('a b'));
		expect(
			made({ method: 'POST', url, ...raw, body: '={"content":"{{ $json.a }}"}' }).parameters,
		).toEqual(text('={{ $json.a }}'));
	});

	it.each([
		['dots', 4.2, 'custom_attributes.plan', false],
		['dots that are no path there', 2, 'custom_attributes.plan', true],
		['brackets that are no path there', 3, 'custom_attributes[plan]', true],
	])('names with %s', (_, typeVersion, name, isTold) => {
		const rows = [{ name, value: '={{ $json.plan }}' }];
		const url = `${BASE}/contacts/5`;
		const body =
			typeVersion < 3
				? { requestMethod: 'PUT', url, bodyParametersUi: { parameter: rows } }
				: { method: 'PUT', url, sendBody: true, bodyParameters: { parameters: rows } };
		const { operation, parameters, list } = made(body, { typeVersion });
		expect([operation, parameters.update_fields]).toEqual([
			'contact.update',
			{ custom_attributes: '={{ { plan: $json.plan } }}' },
		]);
		expect(list.join()).toEqual(isTold ? expect.stringContaining('as one name') : '');
	});

	it('JSON as the text of a pair', () => {
		const body = pairs(['name', 'Ada'], ['custom_attributes', '={"plan": "{{ $json.plan }}"}']);
		const { parameters } = made({ method: 'POST', url: `${BASE}/contacts`, ...body });
		expect(parameters.additional_fields).toEqual({
			custom_attributes: '={"plan": "{{ $json.plan }}"}',
		});
	});

	it('files, one by one and several', () => {
		const file = (name: string) => ({
			...{ parameterType: 'formBinaryData', name: 'attachments[]', inputDataFieldName: name },
		});
		const body = (...names: string[]) => ({
			...{ method: 'POST', url: `${TALK}/messages`, sendBody: true },
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [{ name: 'content', value: '' }, ...names.map(file)],
			},
		});
		expect(made(body('photo')).parameters).toMatchObject({
			content_kind: 'none',
			additional_fields: { attachments: 'photo' },
		});
		expect(made(body('a', 'b')).parameters.additional_fields).toEqual({ attachments: 'a, b' });
		expect(made(body('={{ $json.field }}')).parameters.additional_fields).toEqual({
			attachments: '={{ $json.field }}',
		});
	});

	it('empty: what an update empties is in Clear Fields', () => {
		const body = pairs(['name', 'Ada'], ['email', '']);
		const { parameters } = made({ method: 'PATCH', url: `${BASE}/contacts/5`, ...body });
		expect(parameters.update_fields).toEqual({ name: 'Ada', clear_fields: ['email'] });
	});
});

describe('versions 1 and 2', () => {
	it.each([1, 2])('%d: pairs, JSON and files', (typeVersion) => {
		const url = `=${BASE}/conversations/{{$json.talk}}/messages`;
		const old = (more: Parameters) =>
			made({ requestMethod: 'POST', url, ...more }, { typeVersion });
		const content = { name: 'content', value: 'Hi' };
		expect(old({ bodyParametersUi: { parameter: [content] } }).parameters.content).toBe('Hi');
		expect(
			old({ jsonParameters: true, bodyParametersJson: '={"content":"{{$json.a}}"}' }).parameters
				.content,
		).toBe('={{$json.a}}');
		const files = { sendBinaryData: true, binaryPropertyName: 'attachments[]:data' };
		const form = { jsonParameters: false, options: { bodyContentType: 'multipart-form-data' } };
		expect(old({ ...form, ...files }).parameters.additional_fields).toEqual({
			attachments: 'data',
		});
	});

	it('a method under the name of another version was a GET, and is what was meant now', () => {
		const { operation, list } = made({
			...post(`${TALK}/messages`, '{"content":"Hi"}'),
			...{ method: undefined, requestMethod: 'POST' },
		});
		expect(operation).toBe('message.send');
		expect(list.join()).toContain('the old request was a GET');
	});
});

describe('a request that failed', () => {
	it('with JSON that was not chosen: the body was empty', () => {
		const { specifyBody: _, ...rest } = post(`${TALK}/messages`, '={{ { content: $json.a } }}');
		const { operation, parameters, list } = made(rest, { typeVersion: 4 });
		expect([operation, parameters.content]).toEqual(['message.send', '={{$json.a}}']);
		expect(list.join()).toContain('The old request had an empty body');
	});

	it('with a method that Chatwoot does not have there', () => {
		const body = post(`${TALK}/custom_attributes`, '{"custom_attributes":{"a":1}}');
		const { operation, list } = made({ ...body, method: 'PUT' });
		expect(operation).toBe('conversation.replaceCustomAttributes');
		expect(list.join()).toContain('The old request failed: Chatwoot has no PUT there.');
		expect(made({ url: `${BASE}/labels/5`, method: 'HEAD' }).operation).toBeUndefined();
	});
});

describe('which operation it is', () => {
	it.each([
		['{"content":"x","private":"false","message_type":"outgoing"}', 'message.send', {}],
		['{"content":"x","message_type":1}', 'message.send', {}],
		['{"content":"x","message_type":"0"}', 'message.send', { message_type: 'incoming' }],
		['{"content":"x","message_type":"Incoming"}', 'message.send', { message_type: 'incoming' }],
		['{"content":"x","message_type":2}', 'message.send', { message_type: 'activity' }],
		['{"content":"x","private":true,"message_type":"outgoing"}', 'message.createPrivateNote', {}],
		['={"content":"x","private":{{ true }}}', 'message.createPrivateNote', {}],
	])('%s', (body, operation, fields) => {
		const result = say(body);
		expect([result.operation, result.parameters.additional_fields ?? {}]).toEqual([
			operation,
			fields,
		]);
	});

	it('is not decided by an expression', () => {
		const { operation, list } = say('={{ { content: "x", private: $json.internal } }}');
		expect([operation, list]).toEqual([
			undefined,
			[
				'Call: Stays as it is: private is an expression, so it is Message → Send or Message → Create Private Note. Put an IF before it.',
			],
		]);
	});

	it.each([
		[
			'{"custom_attributes":{"a":1}}',
			'conversation.setCustomAttributes',
			{ custom_attributes: '{"a":1}' },
		],
		['{"status":"resolved"}', 'conversation.setStatus', { status: 'resolved' }],
		['={"status":"{{ $json.s }}"}', 'conversation.setStatus', { status: '={{ $json.s }}' }],
		[
			'={"assignee_id":{{ $json.a }}}',
			'conversation.assign',
			{ assign_to: 'agent', assignee_id: rl('={{ $json.a }}') },
		],
		['{"assignee_id":null}', 'conversation.assign', { assign_to: 'no_agent' }],
		['{"team_id":3}', 'conversation.assign', { assign_to: 'team', team_id: rl(3) }],
		['{"labels":["a","b"]}', 'conversation.replaceLabels', { labels: ['a', 'b'] }],
	])('PATCH of a conversation with %s', (jsonBody, operation, fields) => {
		const result = made({ ...post(TALK, jsonBody), method: 'PATCH' });
		expect(result.operation).toBe(operation);
		expect(result.parameters).toMatchObject(fields);
		expect(result.list[0]).toContain('The old request changed nothing');
	});

	it('PATCH of a conversation: the priority is set there, two things at once are not', () => {
		const patch = (jsonBody: string) => made({ ...post(TALK, jsonBody), method: 'PATCH' });
		expect(patch('{"priority":"high"}')).toMatchObject({
			operation: 'conversation.update',
			parameters: { update_fields: { priority: 'high' } },
			list: [],
		});
		expect(patch('{"status":"open","team_id":3}').list.join()).toContain('need a node each');
	});

	it.each([
		['POST', 'conversations/5/labels', 'conversation.replaceLabels', 'Replaces all labels'],
		['DELETE', 'conversations/5/labels', 'conversation.removeLabels', 'has no such route'],
		['POST', 'contacts/5/labels', 'contact.replaceLabels', 'Replaces all labels'],
	])('%s %s', (method, path, operation, words) => {
		const result = made({ ...post(`${BASE}/${path}`, '{"labels":["a"]}'), method });
		expect([result.operation, result.parameters.labels]).toEqual([operation, ['a']]);
		expect(result.list.join()).toContain(words);
	});

	it('of agent and team together Chatwoot only took the agent', () => {
		const { parameters, list } = made(post(`${TALK}/assignments`, '{"assignee_id":3,"team_id":4}'));
		expect(parameters).toMatchObject({ assign_to: 'agent', assignee_id: rl(3) });
		expect(list.join()).toContain('team_id had no effect');
	});

	it('a value in the query of a write is read like one in its body', () => {
		const url = `${BASE}/conversations/5/toggle_typing_status?typing_status=on`;
		expect(made({ method: 'POST', url }).parameters.typing_status).toBe('on');
	});

	it('attributes are merged or replaced', () => {
		const set = (body: string) => made(post(`${TALK}/custom_attributes`, body)).operation;
		expect(set('{"custom_attributes":{"a":1}}')).toBe('conversation.replaceCustomAttributes');
		expect(set('{"custom_attributes":{"a":1},"merge":true}')).toBe(
			'conversation.setCustomAttributes',
		);
	});
});

describe('the query and pages', () => {
	const list = (rows: Array<[string, string]>, more: Parameters = {}) =>
		made({
			url: `${BASE}/conversations`,
			sendQuery: true,
			queryParameters: { parameters: rows.map(([name, value]) => ({ name, value })) },
			...more,
		});
	const shown = { account_id: rl(7), sort_by: 'last_activity_at_desc' };

	it('are fields: in pairs, in JSON, in the URL, one by one and as lists', () => {
		const options = { status: 'open', labels: ['a', 'b'], inbox_id: rl('={{ $json.i }}') };
		const once = { ...shown, returnAll: false, limit: 25, options };
		const rows: Array<[string, string]> = [
			['status', 'open'],
			['labels[]', 'a'],
			['labels[]', 'b'],
			['inbox_id', '={{ $json.i }}'],
		];
		expect(list(rows).parameters).toEqual(once);
		const jsonQuery = '={"status":"open","labels":["a","b"],"inbox_id":{{ $json.i }}}';
		expect(
			made({ url: `${BASE}/conversations`, sendQuery: true, specifyQuery: 'json', jsonQuery })
				.parameters,
		).toEqual(once);
		const url = `=${BASE}/conversations?status=open&labels[]=a&labels%5B%5D=b&inbox_id={{ $json.i }}`;
		expect(made({ url }).parameters).toEqual(once);
	});

	it('a first page stays one page, a later one begins later', () => {
		expect(list([['page', '1']]).parameters).toEqual({ ...shown, returnAll: false, limit: 25 });
		expect(list([['page', '3']]).parameters).toEqual({
			...{ ...shown, returnAll: false, limit: 25 },
			options: { start_after: 50 },
		});
	});

	it('a word in the path is no ID', () => {
		const { operation, parameters } = made({ url: `${BASE}/contacts/active?page=2&sort=-name` });
		expect([operation, parameters]).toEqual([
			'contact.getActive',
			{
				account_id: rl(7),
				...{ sort: '-name', returnAll: false, limit: 15, options: { start_after: 15 } },
			},
		]);
	});

	it('a page by expression, or pages by an option, become Return All', () => {
		const all = { ...shown, returnAll: true };
		const byCode = list([
			['page', '={{ $json.page }}'],
			['per_page', '100'],
		]);
		expect(byCode.parameters).toEqual(all);
		expect(byCode.list).toEqual([
			'Call: The page number was an expression: the node now reads all pages by itself.',
			'Call: per_page has no effect in Chatwoot.',
		]);
		const pagination = { pagination: { paginationMode: 'updateAParameterInEachRequest' } };
		expect(list([], { options: { pagination } }).parameters).toEqual(all);
	});

	it('names the node that counts the pages', () => {
		const { points } = convert(
			chain(
				node('Pages', { jsCode: 'return [];' }, { type: 'n8n-nodes-base.code' }),
				node('List', { url: `=${BASE}/contacts?page={{ $json.page }}` }),
			),
		);
		expect(points.map(lineOf).join()).toContain(
			'The page number came from “Pages”: the node now reads all pages by itself. Delete “Pages”',
		);
	});

	it('messages after one: our field does not include it', () => {
		const after = (value: string) =>
			(
				made({ url: `=${BASE}/conversations/5/messages?after=${value}` }).parameters
					.options as Parameters
			).after;
		expect(after('10')).toBe(9);
		expect(after('{{ $json.last }}')).toBe('={{ $json.last - 1 }}');
	});
});

describe('credentials', () => {
	const TOKEN = 'typed-T0k3n-5f';
	const tokenHeader = (value: string, name = 'api_access_token') => ({
		sendHeaders: true,
		headerParameters: { parameters: [{ name, value }] },
	});

	it('a typed token is nowhere in the result or the list', () => {
		const results = [
			convert(chain(node('Call', { url: `${BASE}/labels`, ...tokenHeader(TOKEN) }))),
			convert(
				chain(node('Call', { url: `${BASE}/boards`, ...tokenHeader(TOKEN, 'Api-Access-Token') })),
			),
			convert(
				chain(
					node('Call', { url: `${BASE}/labels`, ...tokenHeader(`={{ $json.t || '${TOKEN}' }}`) }),
				),
			),
		];
		const inJson = { sendHeaders: true, specifyHeaders: 'json' };
		const jsonHeaders = JSON.stringify({ api_access_token: TOKEN, Accept: 'text/plain' });
		results.push(
			convert(chain(node('Call', { url: `${BASE}/labels?api_access_token=${TOKEN}` }))),
			convert(chain(node('Call', { url: `${BASE}/labels`, ...inJson, jsonHeaders }))),
			convert(chain(node('Call', { url: `${BASE}/boards`, ...inJson, jsonHeaders }))),
		);
		expect(results[3].converted).toEqual(['Call']);
		for (const result of results) expect(JSON.stringify(result)).not.toContain(TOKEN);
		expect(results[0].points.map(lineOf).join()).toContain('The token was typed into the node');
		expect(nodeOf(results[1], 'Call').parameters).toMatchObject({
			...{ authentication: 'predefinedCredentialType', url: `${BASE}/boards` },
			nodeCredentialType: 'customerConversationApi',
		});
	});

	it.each([
		[
			'={{ $json.key }}',
			'https://desk.example',
			'The token came from the data: choose a credential, or one with the expression ={{ $json.key }}.',
		],
		[
			'={{ $env.KEY }}',
			'https://desk.example',
			'The token came from the environment: choose a credential, or one with the expression ={{ $env.KEY }}.',
		],
		[
			"={{ $('Cfg').item.json.key }}",
			"={{ $('Cfg').item.json.base }}",
			'Base URL and token came from “Cfg”: the credential has them now. For several servers or tokens, use expressions in the credential.',
		],
		[
			'',
			'={{ $json.base }}',
			'The base URL came from the data: the credential has it now. For several servers, use an expression there, such as ={{ $json.base }}.',
		],
	])('a token %s, a base URL %s', (token, base, words) => {
		const url = `${base.startsWith('=') ? base : `=${base}`}/api/v1/accounts/7/labels`;
		expect(made({ url, ...(token && tokenHeader(token)) }).list).toEqual([`Call: ${words}`]);
	});

	it('has one base URL: the list names each server once, without a login in it', () => {
		const { points } = convert(
			chain(
				node('One', { url: 'https://one.example/desk/api/v1/accounts/7/labels' }),
				node('Other', { url: 'https://ada:secret@other.example/api/v1/accounts/7/labels' }),
				node('One More', { url: 'https://one.example/desk/api/v1/accounts/7/agents' }),
			),
		);
		expect(points.map(lineOf).filter((line) => line.includes('base URL'))).toEqual([
			'One, One More: The base URL of the credential is https://one.example/desk.',
			'Other: The base URL of the credential is https://other.example.',
		]);
	});

	it('of a proxy is in the credential, or the node stays', () => {
		const login = (genericAuthType: string) => ({
			...{ url: `${BASE}/labels`, authentication: 'genericCredentialType', genericAuthType },
		});
		for (const more of [login('httpDigestAuth'), { provideSslCertificates: true }])
			expect(made({ url: `${BASE}/labels`, ...more }).operation).toBeUndefined();
		const basic = made(login('httpBasicAuth'));
		expect([basic.operation, basic.list.join()]).toEqual([
			'label.getAll',
			expect.stringContaining('Basic Auth is not sent any more. If a gateway requires it'),
		]);
	});

	it('headers that are not sent any more, and the other spelling of the token’s, are on the list', () => {
		const parameters = [
			{ name: 'CF-Access-Client-Id', value: '={{ $json.id }}' },
			{ name: 'Content-Type', value: 'application/json' },
			{ name: 'api-access-token', value: '={{ $json.t }}' },
		];
		const { list } = made({
			...{ url: `${BASE}/labels`, sendHeaders: true, headerParameters: { parameters } },
		});
		expect(list).toEqual([
			'Call: The header CF-Access-Client-Id is not sent any more. If a gateway requires it, enter it in Additional Headers of the credential.',
			expect.stringContaining('choose it as Token Header in the credential'),
			expect.stringContaining('The token came from the data'),
		]);
	});

	it('of another package becomes ours, also where the node stays', () => {
		const other = { authentication: 'predefinedCredentialType', nodeCredentialType: 'chatwootApi' };
		const credentials = { chatwootApi: { id: '1', name: 'Desk' } };
		const [moved, kept] = ['labels', 'boards'].map((path) =>
			nodeOf(
				convert(chain(node('Call', { url: `${BASE}/${path}`, ...other }, { credentials }))),
				'Call',
			),
		);
		const credential = { customerConversationApi: { id: null, name: 'Desk' } };
		expect([moved.credentials, kept.credentials]).toEqual([credential, credential]);
		expect([kept.type, kept.parameters]).toEqual([
			HTTP,
			{ ...other, url: `${BASE}/boards`, nodeCredentialType: 'customerConversationApi' },
		]);
	});
});

describe('what is around the request', () => {
	it('stays: name, position, notes, retries, continue on error', () => {
		const settings = {
			...{ notes: 'Important', retryOnFail: true, maxTries: 5, disabled: true },
			onError: 'continueErrorOutput' as const,
		};
		const result = convert(chain(node('Call', { url: `${BASE}/labels` }, settings)));
		expect(nodeOf(result, 'Call')).toMatchObject({
			...settings,
			...{ id: 'Call', position: [0, 7], type: `${NODE}Admin` },
		});
	});

	it('options: time limits, batches and errors that are passed on', () => {
		const response = { response: { neverError: true } };
		const batching = { batch: { batchSize: 5, batchInterval: 100 } };
		const result = convert(
			chain(
				node('Call', {
					url: `${BASE}/labels`,
					options: { proxy: 'http://proxy:3128', batching, response },
				}),
			),
		);
		const { parameters, onError } = nodeOf(result, 'Call');
		expect(parameters.requestOptions).toEqual({ proxy: 'http://proxy:3128', batching });
		expect(onError).toBe('continueRegularOutput');
	});
});

describe('tools', () => {
	const TOOL = '@n8n/n8n-nodes-langchain.toolHttpRequest';

	it('with placeholders and values that the model fills in', () => {
		const { operation, type, parameters } = made(
			{
				toolDescription: 'Writes to the customer',
				...{ method: 'POST', url: `${BASE}/conversations/{talk}/messages`, sendBody: true },
				parametersBody: {
					values: [
						{ name: 'content' },
						{ name: 'private', valueProvider: 'fieldValue', value: 'false' },
						{ name: 'echo_id', valueProvider: 'modelOptional' },
					],
				},
				placeholderDefinitions: {
					values: [{ name: 'talk', description: "The conversation's number", type: 'number' }],
				},
			},
			{ type: TOOL, typeVersion: 1.1 },
		);
		expect([operation, type]).toEqual(['message.send', `${NODE}Tool`]);
		expect(parameters).toEqual({
			...{ descriptionType: 'manual', toolDescription: 'Writes to the customer' },
			account_id: rl(7),
			conversation_id: rl("={{ $fromAI('talk', 'The conversation\\'s number', 'number') }}"),
			...{ content_kind: 'text', content: "={{ $fromAI('content', '', 'string') }}" },
			additional_fields: { echo_id: "={{ $fromAI('echo_id', '', 'string', '') }}" },
		});
	});

	it('with JSON, in quotes and without', () => {
		const tool = (jsonBody: string) =>
			made(
				{
					method: 'POST',
					url: `${BASE}/conversations/5/messages`,
					sendBody: true,
					specifyBody: 'json',
					jsonBody,
				},
				{ type: TOOL, typeVersion: 1.1 },
			).parameters.content;
		expect(tool('{"content": "{text}"}')).toBe("={{ $fromAI('text', '', 'string') }}");
		expect(tool('{"content": {text}}')).toBe("={{ $fromAI('text', '', 'string') }}");
	});

	it('stays if the model writes the whole body', () => {
		const body = { method: 'POST', url: `${BASE}/labels`, sendBody: true, specifyBody: 'model' };
		expect(made(body, { type: TOOL, typeVersion: 1.1 }).list.join()).toContain(
			'the model writes the whole body',
		);
	});

	it('of the HTTP Request node', () => {
		const { type, parameters } = made(
			{
				...post(`${TALK}/messages`, `={"content":"{{ $fromAI('text') }}"}`),
				toolDescription: 'Says',
			},
			{ type: `${HTTP}Tool`, typeVersion: 4.2 },
		);
		expect([type, parameters.content, parameters.toolDescription]).toEqual([
			`${NODE}Tool`,
			"={{ $fromAI('text') }}",
			'Says',
		]);
	});
});

describe('replies', () => {
	it('are read where they are now', () => {
		const { workflow } = convert(
			chain(
				node('Find', { url: `=${BASE}/contacts/search?q={{ $json.phone }}` }),
				node(
					'Read',
					{ value: '={{ $json.payload[0].phone_number }} of {{ $json.payload[0].id }}' },
					{ type: 'n8n-nodes-base.set' },
				),
			),
		);
		expect(workflow.nodes[1].parameters.value).toBe('={{ $json.phone_number }} of {{ $json.id }}');
	});

	it('with status and headers: the values of the body are read, the others are on the list', () => {
		const response = { response: { fullResponse: true } };
		const read = '={{ $json.body.payload.id }} {{ $json.statusCode }}';
		const { workflow, points } = convert(
			chain(
				node('Get', { url: `${BASE}/contacts/5`, options: { response } }),
				node('Read', { value: read }, { type: 'n8n-nodes-base.set' }),
			),
		);
		expect(workflow.nodes[1].parameters.value).toBe('={{ $json.id }} {{ $json.statusCode }}');
		expect(points.map(lineOf).join()).toContain('Check $json.statusCode');
	});
});

describe('whole nodes', () => {
	it('labels that an expression makes, with a point on what they replace', () => {
		const { operation, parameters, list } = made(
			post(
				`=${BASE}/conversations/{{ $('Read').item.json.talk }}/labels`,
				`={"labels": {{ JSON.stringify([...$json.labels, 'bot']) }} }`,
			),
		);
		expect([operation, parameters]).toEqual([
			'conversation.replaceLabels',
			{
				account_id: rl(7),
				conversation_id: rl("={{ $('Read').item.json.talk }}"),
				...{ replace_with: 'chosen', labels: "={{ [...$json.labels, 'bot'] }}" },
			},
		]);
		expect(list.join()).toContain('Replaces all labels, as before');
	});

	it('an assignment by form, everything of it from a Set node', () => {
		const { operation, parameters, list } = made({
			method: 'POST',
			url: "={{ $('Set').item.json.server }}api/v1/accounts/{{ $('Set').item.json.account }}/conversations/{{ $json.talk }}/assignments \n",
			...pairs(['=assignee_id', '={{ $json.person }}']),
			contentType: 'multipart-form-data',
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Api-Access-Token', value: "={{ $('Set').item.json.token }}" }],
			},
		});
		expect([operation, parameters]).toEqual([
			'conversation.assign',
			{
				account_id: rl("={{ $('Set').item.json.account }}"),
				conversation_id: rl('={{ $json.talk }}'),
				...{ assign_to: 'agent', assignee_id: rl('={{ $json.person }}') },
			},
		]);
		expect(list).toContain(
			'Call: Base URL and token came from “Set”: the credential has them now. For several servers or tokens, use expressions in the credential.',
		);
	});

	it('a list page by page, split, with a message for each row', () => {
		const { workflow, converted } = convert(
			chain(
				node('Count', { jsCode: 'return [];' }, { type: 'n8n-nodes-base.code' }),
				node('List', { url: `=${BASE}/conversations?status=pending&page={{ $json.n }}` }),
				node(
					'Split',
					{ fieldToSplitOut: 'data.payload' },
					{ type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
				),
				node(
					'Ask',
					post(`=${BASE}/conversations/{{ $json.id }}/messages`, '{"content":"Still there?"}'),
				),
			),
		);
		expect(converted).toEqual(['List', 'Ask']);
		const [, list, split, ask] = workflow.nodes;
		expect(list.parameters).toMatchObject({ returnAll: true, options: { status: 'pending' } });
		expect(split.type).toBe('n8n-nodes-base.noOp');
		expect(ask.parameters.conversation_id).toEqual(rl('={{ $json.id }}'));
	});

	it('attributes with code in quotes and alone, in a request that changed nothing', () => {
		const { parameters } = made({
			...post(
				TALK,
				'={"custom_attributes": {"step": "{{ $json.step }}", "n": {{ $json.n + 1 }} } }',
			),
			method: 'PATCH',
		});
		expect(parameters.custom_attributes).toBe('={{ { step: `${$json.step}`, n: $json.n + 1 } }}');
	});
});

describe('a workflow', () => {
	const forms = () =>
		chain(
			node('Say', post(`${TALK}/messages`, '={"content":"{{ $json.a }}"}')),
			node('Stays', post(`${TALK}/messages`, '={{ $json.body }}')),
			node('List', { url: `${BASE}/conversations` }),
			node('List 2', { url: `${BASE}/conversations` }),
			node('Done', { value: '={{ $json.data.payload }}' }, { type: 'n8n-nodes-base.set' }),
		);

	it('converted twice is the same, and converted again does not change', () => {
		const input = forms();
		const before = JSON.stringify(input);
		const [one, other] = [convert(input), convert(forms())];
		expect(JSON.stringify(one)).toBe(JSON.stringify(other));
		expect(JSON.stringify(input)).toBe(before);
		expect(convert(one.workflow).workflow).toEqual(one.workflow);
	});

	it('has a score, what stays first, and what is the same once', () => {
		const result = convert(forms());
		expect(scoreOf(result)).toBe('3 of 4 nodes converted, 1 stays');
		expect(result.points[0]).toMatchObject({ node: 'Stays', kind: 'stays' });
		const limit = result.points.filter(({ text }) => text.startsWith('Limit is 25'));
		expect(limit.map((point) => point.node)).toEqual(['List, List 2']);
		const note = result.workflow.nodes.at(-1) as INode;
		expect(note.parameters.content).toContain('3 of 4 nodes converted, 1 stays.');
	});

	it.each([
		['a list', [], 'This is a list, not a workflow'],
		['a text', 'workflow', 'This is not a workflow'],
		['nodes that are none', { nodes: [{ type: 1 }] }, 'This is not a workflow'],
		['connections that are none', { nodes: [], connections: 'x' }, 'its connections'],
		['two nodes of one name', chain(node('A', {}), node('A', {})), 'Two nodes have the name “A”'],
	])('that is none, %s, is refused with a word', (_, input, words) => {
		expect(() => convert(input)).toThrow(words);
	});

	it('with hostile names and values loses nothing', () => {
		const text = `{"nodes":[
			{"name":"__proto__","type":"${HTTP}","typeVersion":4.2,"position":[0,0],"parameters":
				{"method":"POST","url":"${BASE}/contacts","sendBody":true,"specifyBody":"json",
				"jsonBody":"{\\"name\\":\\"<script>\\",\\"custom_attributes\\":{\\"__proto__\\":1,\\"a b\\":2}}"}},
			{"name":"constructor","type":"__proto__","typeVersion":1,"position":[0,0],"parameters":{"__proto__":"={{ $json.x }}"}}],
			"connections":{"__proto__":{"main":[[{"node":"constructor","type":"main","index":0},null]]},"constructor":null},
			"pinData":{"__proto__":[{"json":{}}]}}`;
		const { workflow, converted } = convert(JSON.parse(text));
		expect(converted).toEqual(['__proto__']);
		expect(workflow.nodes[0].parameters.name).toBe('<script>');
		expect(JSON.stringify(workflow.nodes[0].parameters.additional_fields)).toBe(
			'{"custom_attributes":"{\\"__proto__\\":1,\\"a b\\":2}"}',
		);
		expect(JSON.stringify(workflow.nodes[1].parameters)).toBe('{"__proto__":"={{ $json.x }}"}');
	});

	const connected = (nodes: INode[], targets: (index: number) => number[][]) => {
		const to = (index: number) => ({ node: `N${index % 500}`, type: 'main', index: 0 });
		const connections = nodes.map(({ name }, index) => [
			name,
			{ main: targets(index).map((output) => output.map(to)) },
		]);
		return { nodes, connections: Object.fromEntries(connections) as IDataObject };
	};
	const calls = (index: number) =>
		node(`N${index}`, post(`${TALK}/messages`, '={"content":"{{ $json.a }}"}'));

	it('of 500 nodes takes a second, circles and diamonds of them a few', () => {
		const all = Array.from({ length: 500 }, (_, index) => calls(index));
		const pass = { type: 'n8n-nodes-base.if', typeVersion: 2 };
		const mixed = all.map((one, index) =>
			index % 4 ? node(one.name, { value: '={{ $json.payload }}' }, pass) : one,
		);
		const secondsFor = (input: unknown) => {
			const begin = process.cpuUsage();
			convert(input);
			return process.cpuUsage(begin).user / 1e6;
		};
		expect(secondsFor(connected(all, (index) => [[index + 1]]))).toBeLessThan(2);
		const diamonds = connected(mixed, (index) => [[index + 1, index + 2], [index]]);
		expect(secondsFor(diamonds)).toBeLessThan(6);
	});
});
