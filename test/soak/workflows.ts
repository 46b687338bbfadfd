import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import botTemplate from '../../templates/bot.json';
import { collect, nothing } from '../support/atTrigger';
import {
	fields,
	httpRequest,
	operation,
	packageNode,
	split,
	workflow,
	type Step,
} from '../support/workflow';
import type { Service } from './service';

/** Whose nodes do the work. */
export type Kind = 'package' | 'n8n';

/** The header without which the control's webhooks refuse a call. */
export const SECRET = { secret: 'secret-of-the-control' };

export const account = '/api/v1/accounts/1';

const DAY = 86_400;

const credentials = (id: string) => ({ customerConversationApi: { id, name: id } });

const credential = (id: string, type: string, data: IDataObject) => ({ id, name: id, type, data });

/** The credentials of both sides. */
export const credentialsFor = ({ url, sandbox: { tokens } }: Service): IDataObject[] => {
	const userData = { base_url: url, account_id: '1', api_access_token: tokens.user };
	return [
		credential('user', 'customerConversationApi', userData),
		credential('wrong', 'customerConversationApi', { ...userData, api_access_token: 'wrong' }),
		credential('header', 'httpHeaderAuth', { name: 'secret', value: SECRET.secret }),
		credential('n8n', 'n8nApi', { apiKey: 'key', baseUrl: url }),
	];
};

type First = Omit<Step, 'name'>;

/** A workflow that this node starts. */
function startedBy(id: string, first: First, steps: Step[]): IDataObject {
	const made = workflow(id, steps);
	const nodes = (made.nodes as IDataObject[]).map((node) =>
		node.name === 'Start' ? { ...node, ...first, webhookId: randomUUID() } : node,
	);
	return { ...made, nodes };
}

/** n8n's Webhook node. @param parameters how it answers, and who may call */
const hook = (path: string, parameters: IDataObject = {}): First => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path, options: {}, ...parameters },
});
/** n8n's Webhook node, which answers with the items of the last node. */
const answeringHook = (path: string) =>
	hook(path, { responseMode: 'lastNode', responseData: 'allEntries' });
/** Of the control: let in by a header. */
const guarded = (path: string): First => ({
	...hook(path, { authentication: 'headerAuth' }),
	credentials: { httpHeaderAuth: { id: 'header', name: 'header' } },
});

/** They are polled when they are activated: n8n's own minute would come between. */
const yearly = { pollTimes: { item: [{ mode: 'custom', cronExpression: '0 0 1 1 *' }] } };
const chosen = (value: unknown) => ({ __rl: true, mode: 'id', value });
const last = (steps: Array<Omit<Step, 'after'>>): Step[] =>
	steps.map((step, index) => ({ ...step, after: steps[index - 1]?.name ?? 'Start' }) as Step);

/** Calls that fail: now and then, and for good with a wrong token. */
const failing = (read: ReturnType<typeof operation>, settings: Partial<Step> = {}) => [
	startedBy(
		'fail',
		answeringHook('fail'),
		last([{ name: 'Read', ...read, ...settings, onError: 'continueRegularOutput' }]),
	),
	startedBy(
		'denied',
		answeringHook('denied'),
		last([{ name: 'Read', ...read, credentials: credentials('wrong') }]),
	),
];

/** The template, with the credential. It answers at once, as the bot without our nodes does. */
const bot = () => ({
	...botTemplate,
	id: 'bot',
	nodes: botTemplate.nodes.map(({ credentials: originalCredentials, ...node }) => ({
		...node,
		...(originalCredentials ? { credentials: credentials('user') } : {}),
		...(node.name === 'New Messages'
			? { parameters: { ...node.parameters, wait_seconds: 0 } }
			: {}),
	})),
});

/** @param collector address to which polled items are sent */
const packageWorkflows = (collector: string): IDataObject[] => {
	const now = Math.floor(Date.now() / 1000);
	const whole = { period: 'between', since: now - 400 * DAY, until: now + DAY };
	const read = operation('contact', 'get', { contact_id: chosen('={{ $json.body.id }}') });
	return [
		startedBy(
			'load',
			packageNode(
				'customerConversationTrigger',
				{ events: ['message_created'], filters: { inbox_ids: [17] } },
				credentials('user'),
			),
			last([nothing]),
		),
		bot(),
		startedBy(
			'export',
			answeringHook('export'),
			last([{ name: 'Rows', ...operation('export', 'conversations', whole) }]),
		),
		startedBy(
			'report',
			answeringHook('report'),
			last([{ name: 'Rows', ...operation('report', 'getAgentSummary', { period: 'last_month' }) }]),
		),
		startedBy(
			'items',
			answeringHook('items'),
			last([
				{ name: 'Split', ...split('body.ids') },
				{
					name: 'Read',
					...operation('contact', 'get', { contact_id: chosen("={{ $json['body.ids'] }}") }),
				},
			]),
		),
		...failing(read),
		startedBy(
			'polls',
			packageNode(
				'customerConversationPollingTrigger',
				{ ...yearly, events: ['contact_created', 'message_created'], loop_guard: false },
				credentials('user'),
			),
			last([collect(collector)]),
		),
	];
};

/** The same by n8n's own nodes. */
const control = (collector: string, url: string): IDataObject[] => {
	const get = (path: string, options: IDataObject = {}) => {
		const kind = httpRequest(`=${url}${path}`);
		return { ...kind, parameters: { ...kind.parameters, options } };
	};
	const read = get(`${account}/contacts/{{ $json.body.id }}`);
	const readContact = get(`${account}/contacts/{{ $json['body.ids'] }}`);
	const month = Math.floor(Date.now() / 1000) - 30 * DAY;
	const pages = {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ $response.body.data.payload.length < 25 }}',
			},
		},
	};
	const answer = httpRequest('');
	return [
		startedBy('load', guarded('load'), last([nothing])),
		startedBy(
			'bot',
			hook('bot'),
			last([
				{
					name: 'Once Each',
					type: 'n8n-nodes-base.removeDuplicates',
					typeVersion: 2,
					parameters: {
						operation: 'removeItemsSeenInPreviousExecutions',
						dedupeValue: '={{ $json.body.id }}',
						options: {},
					},
				},
				{
					name: 'Customer Wrote',
					type: 'n8n-nodes-base.filter',
					typeVersion: 2.2,
					parameters: {
						conditions: {
							options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
							combinator: 'and',
							conditions: [
								{
									id: 'c1',
									leftValue: '={{ $json.body.message_type }}',
									rightValue: 'incoming',
									operator: { type: 'string', operation: 'equals' },
								},
							],
						},
						options: {},
					},
				},
				{
					name: 'Answer',
					...answer,
					parameters: {
						...answer.parameters,
						method: 'POST',
						url: `=${url}${account}/conversations/{{ $json.body.conversation.id }}/messages`,
						sendBody: true,
						specifyBody: 'json',
						jsonBody: "={{ JSON.stringify({ content: 'You wrote: ' + $json.body.content }) }}",
					},
				},
			]),
		),
		startedBy(
			'export',
			answeringHook('export'),
			last([
				{ name: 'Pages', ...get(`${account}/conversations?status=all`, pages) },
				{ name: 'Split', ...split('data.payload') },
			]),
		),
		startedBy(
			'report',
			answeringHook('report'),
			last([
				{
					name: 'Rows',
					...get(
						`/api/v2/accounts/1/summary_reports/agent?since=${month}&until=${month + 20 * DAY}`,
					),
				},
			]),
		),
		startedBy(
			'items',
			answeringHook('items'),
			last([
				{ name: 'Split', ...split('body.ids') },
				{ name: 'Read', ...readContact },
			]),
		),
		...failing(read, { retryOnFail: true }),
		startedBy(
			'polls',
			{
				type: 'n8n-nodes-base.rssFeedReadTrigger',
				parameters: { ...yearly, feedUrl: `${url}/feed` },
			},
			last([{ name: 'Item', ...fields({ event_key: '={{ $json.guid }}' }) }, collect(collector)]),
		),
	];
};

export const workflowsFor = (kind: Kind, collector: string, { url }: Service): IDataObject[] =>
	kind === 'package' ? packageWorkflows(collector) : control(collector, url);
