import type { IDataObject, INode } from 'n8n-workflow';

export const PACKAGE = 'n8n-nodes-customer-conversation';
export const OTHER = '@devlikeapro/n8n-nodes-chatwoot';
export const otherVersion = '1.0.2';

type Node = Pick<INode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

const node = (type: string, typeVersion: number, parameters: IDataObject, credential?: string) => ({
	type,
	typeVersion,
	parameters: parameters as INode['parameters'],
	...(credential && { credentials: { [credential]: { id: credential, name: credential } } }),
});

const packageNode = (operation: string, parameters: IDataObject, resource = 'contact') =>
	node(
		`${PACKAGE}.customerConversation`,
		1,
		{ resource, operation, ...parameters },
		'customerConversationApi',
	);
const search = { q: 'a', sort: 'name', returnAll: true };

/** As people fill it in: each field is a key of the item, dragged into it. */
const person = { name: '={{ $json.name }}', email: '={{ $json.email }}' };
/** What n8n's engine has to work out. */
const worked = { name: '={{ $json.name.trim() }}', email: '={{ $json.email.trim() }}' };
const message = { conversation_id: '={{ $json.conversation }}', content: '={{ $json.id }}' };

const set = (fields: object) =>
	node('n8n-nodes-base.set', 3.4, {
		assignments: {
			assignments: Object.entries(fields).map(([name, value]) => ({
				...{ id: name, name, type: 'string' },
				value: value as string,
			})),
		},
		includeOtherFields: true,
		options: {},
	});

/** The node that is measured, and the path of the key in its items that differs in each. */
const variants = (service: string) => ({
	/** n8n's own node with the same expressions: what they cost without a request. */
	floor: [set(person), 'id'],
	workedFloor: [set(worked), 'id'],
	http: [
		node(
			'n8n-nodes-base.httpRequest',
			4.2,
			{
				method: 'POST',
				url: `${service}/api/v1/accounts/1/contacts`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'customerConversationApi',
				sendBody: true,
				bodyParameters: {
					parameters: Object.entries(person).map(([name, value]) => ({ name, value })),
				},
			},
			'customerConversationApi',
		),
		'payload.contact.id',
	],
	package: [packageNode('create', person), 'id'],
	worked: [packageNode('create', worked), 'id'],
	other: [
		node(
			`${OTHER}.chatWoot`,
			1,
			{ resource: 'Contacts', operation: 'Contact Create', account_id: 1, inbox_id: 1, ...person },
			'chatwootApi',
		),
		'payload.contact.id',
	],
	sequential: [packageNode('search', { ...search, requestOptions: { requestsAtOnce: 1 } }), 'id'],
	parallel: [packageNode('search', search), 'id'],
	messages: [packageNode('send', { ...message, options: { wait_seconds: 0 } }, 'message'), 'id'],
	delivered: [packageNode('send', message, 'message'), 'id'],
});

export type Name = keyof ReturnType<typeof variants>;

export const credentials = (url: string) =>
	Object.entries({
		customerConversationApi: { base_url: url, api_access_token: 'token', account_id: '1' },
		chatwootApi: { url, accessToken: 'token' },
	}).map(([type, data]) => ({ id: type, name: type, type, data }));

/** A workflow of nodes in a row. */
const chain = (id: string, steps: Record<string, Node>) => ({
	id,
	name: id,
	active: false,
	nodes: Object.entries(steps).map(([name, step]) => ({
		...{ id: name, name, position: [0, 0] },
		...step,
	})),
	connections: Object.fromEntries(
		Object.keys(steps).map((name, index, names) => [
			name,
			{ main: names[index + 1] ? [[{ node: names[index + 1], type: 'main', index: 0 }]] : [] },
		]),
	),
});

/**
 * The measured node stands in a sub-workflow: what `n8n execute` prints at the end, and the memory
 * that this takes, is then the same whatever is measured.
 */
export const workflows = (service: string) =>
	Object.entries(variants(service)).map(([id, [measured, field]]) => ({
		caller: chain(id, {
			Start: node('n8n-nodes-base.manualTrigger', 1, {}),
			Run: node('n8n-nodes-base.executeWorkflow', 1.2, {
				workflowId: { __rl: true, mode: 'id', value: `${id}Inner` },
			}),
		}),
		inner: chain(`${id}Inner`, {
			Start: node('n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
			// An expression, so that n8n starts its engine for them before the measured node.
			Items: node('n8n-nodes-base.httpRequest', 4.2, { url: `=${service}/{{ 'items' }}` }),
			Measured: measured as Node,
			Count: node('n8n-nodes-base.summarize', 1.1, {
				fieldsToSummarize: { values: [{ aggregation: 'countUnique', field }] },
			}),
		}),
	}));
