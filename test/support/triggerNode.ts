import { EventEmitter } from 'node:events';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import type { Release } from '../../truth/recordings';
import { newestVersionOf } from '../../truth/surfaces';
import { additionalData } from './core';

/** With its whole ending: outside of n8n's loader and of Jest the shorter name is that of its JSON. */
const { CustomerConversationTrigger } =
	require('../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node.ts') as typeof import('../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node');

/** The secret in the address of a trigger that was registered. */
export const SECRET = 'a-secret-of-the-address';

/** The user whose token the credential holds, Ada Admin, where each release was recorded. */
export const ownUserOf: Record<Release, number> = { '4.10': 26, '4.16': 19 };
export const OWN_USER = ownUserOf['4.10'];

/** The account that each release was recorded in. */
export const accountOf: Record<Release, string> = { '4.10': '9', '4.16': '7' };

/** Every event that the account's webhook offers. */
export const CHOSEN = Object.keys(offered(sources.account_webhook.serviceEvents)).sort();

/** What stands in the workflow and around it. */
interface Setup {
	node: INodeType;
	parameters: IDataObject;
	credentials: ICredentialDataDecryptedObject;
	workflowId: string;
	nodeId: string;
	/** Id of the n8n. */
	instance: string;
	/** Where this n8n is reached. */
	address: string;
	/** What n8n stored with the workflow for the node. */
	staticData: IDataObject;
}

/** How it is called. */
export interface Call {
	headers?: IDataObject;
	query?: IDataObject;
	/** Left out: the body as JSON; null: n8n did not keep it. */
	rawBody?: string | null;
	mode?: WorkflowExecuteMode;
	parameters?: IDataObject;
	/** What n8n does with what the node gives, before it answers. */
	n8n?: () => Promise<void>;
}

/** What became of a call. */
interface Outcome {
	response: IWebhookResponseData;
	/** What the workflow starts with. */
	items: IDataObject[];
	/** What the node answered itself. */
	status?: number;
	body?: unknown;
}

const NAME = 'Trigger';
const CREDENTIAL = 'customerConversationApi';

let triggers = 0;

/** One trigger in a workflow, in n8n's own contexts; n8n stores its data as JSON. */
export class Trigger {
	setup: Setup;

	/** What it logged. */
	log: string[] = [];

	constructor(setup: Partial<Setup> = {}) {
		this.setup = {
			node: new CustomerConversationTrigger(),
			parameters: {},
			workflowId: 'workflow-1',
			nodeId: `node-${triggers++}`,
			instance: 'instance-of-this-n8n',
			address: 'https://n8n.example',
			staticData: { secret: SECRET, userId: OWN_USER },
			...setup,
			credentials: {
				base_url: 'https://chat.example',
				api_access_token: 'secret-token',
				account_id: accountOf['4.10'],
				...setup.credentials,
			},
		};
	}

	/** A call of the address; by default as the service makes it. */
	async receive(content: unknown, call: Call = {}): Promise<Outcome> {
		const { headers = {}, query = { secret: SECRET }, mode = 'webhook', parameters, n8n } = call;
		const raw = call.rawBody === undefined ? JSON.stringify(content) : call.rawBody;
		const { workflow, node, about, data } = this.place(parameters);
		const outcome: Outcome = { response: {}, items: [] };
		const response = Object.assign(new EventEmitter(), {
			closed: false,
			writableFinished: true,
			statusCode: 200,
			status: (status: number) => Object.assign(outcome, { status }) && response,
			json: (body: unknown) => Object.assign(outcome, { body }) && response,
			end: () => response,
		});
		const request = {
			body: content,
			headers,
			query,
			...(raw === null ? {} : { rawBody: Buffer.from(raw) }),
		};
		const context = new WebhookContext(
			workflow,
			node,
			{ ...about, httpRequest: request, httpResponse: response } as never,
			mode,
			data,
			[],
			null,
		);
		this.fit(context);
		try {
			outcome.response = (await this.setup.node.webhook?.call(context)) ?? {};
			// n8n 2 makes the workflow of the execution over the same data, which then counts as unchanged.
			if (outcome.response.workflowData) workflow.staticData.__dataChanged = false;
			// n8n answers once it has stored the execution, and then stores what the node keeps.
			await Promise.all([n8n?.(), new Promise((resolve) => setTimeout(resolve, 1))]);
			if (workflow.staticData.__dataChanged) this.setup.staticData = dataOf(workflow, node);
		} catch (error) {
			response.statusCode = 500;
			throw error;
		} finally {
			response.emit('close');
		}
		outcome.items = (outcome.response.workflowData ?? []).flat().map(({ json }) => json);
		return outcome;
	}

	/** The same trigger while it listens in the editor, which has what production stored. */
	inTest(parameters: IDataObject = {}): Trigger {
		const { setup } = this;
		return new Trigger({
			...setup,
			staticData: structuredClone(setup.staticData),
			parameters: { ...setup.parameters, ...parameters },
		});
	}

	/** As n8n activates a workflow: it asks first; what a failure wrote stays until n8n restarts. */
	async activate(mode: WorkflowExecuteMode = 'trigger', isTest = false): Promise<void> {
		if (!(await this.call('checkExists', mode, isTest))) await this.call('create', mode, isTest);
	}

	async isRegistered(): Promise<boolean> {
		return await this.call('checkExists', 'trigger', false);
	}

	/** For an end n8n has one mode, whatever it was that began. */
	async deactivate(isTest = false): Promise<boolean> {
		return await this.call('delete', 'internal', isTest);
	}

	private async call(
		method: 'checkExists' | 'create' | 'delete',
		mode: WorkflowExecuteMode,
		isTest: boolean,
	): Promise<boolean> {
		const { workflow, node, about, data } = this.place();
		const context = new HookContext(workflow, node, about, mode, 'activate', { ...data, isTest });
		this.fit(context);
		try {
			return (await this.setup.node.webhookMethods?.default?.[method]?.call(context)) ?? false;
		} finally {
			this.setup.staticData = dataOf(workflow, node);
		}
	}

	private place(parameters: IDataObject = {}) {
		const { setup } = this;
		const { description } = setup.node;
		const created = new Workflow({
			id: setup.workflowId,
			name: 'Answer customers',
			nodes: [
				{
					id: setup.nodeId,
					name: NAME,
					type: description.name,
					typeVersion: newestVersionOf(description.name),
					position: [0, 0],
					webhookId: `hook-${setup.workflowId}-${setup.nodeId}`,
					parameters: { ...setup.parameters, ...parameters } as INode['parameters'],
					credentials: { [CREDENTIAL]: { id: 'credential', name: 'Credential' } },
				},
			],
			connections: {},
			active: false,
			settings: { timezone: 'UTC' },
			nodeTypes: { getByNameAndVersion: () => setup.node } as unknown as INodeTypes,
			staticData: { [`node:${NAME}`]: structuredClone(setup.staticData) },
		});
		return {
			workflow: created,
			node: created.getNode(NAME) as INode,
			about: {
				...additionalData(setup.credentials),
				webhookBaseUrl: `${setup.address}/webhook`,
				webhookTestBaseUrl: `${setup.address}/webhook-test`,
				webhookWaitingBaseUrl: `${setup.address}/webhook-waiting`,
			} as IWorkflowExecuteAdditionalData,
			data: { webhookDescription: description.webhooks?.[0] } as IWebhookData,
		};
	}

	private fit(context: HookContext | WebhookContext): void {
		const write = (message: string, about?: unknown) => {
			this.log.push(`${message} ${JSON.stringify(about)}`);
		};
		const logger = { debug: write, info: write, warn: write, error: write };
		Object.defineProperty(context, 'logger', { value: logger });
		Object.defineProperty(context, 'getInstanceId', { value: () => this.setup.instance });
	}
}

/** As n8n has it after it was stored. */
const dataOf = (workflow: Workflow, node: INode) =>
	JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject;
