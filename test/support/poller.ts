import { PollContext } from 'n8n-core';
import {
	cronNodeOptions,
	Workflow,
	type IDataObject,
	type INode,
	type INodeProperties,
	type INodeTypes,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { newestVersionOf } from '../../truth/surfaces';
import { additionalData } from './core';

/** With its whole ending: outside of n8n's loader and of Jest the shorter name is that of its JSON. */
const { CustomerConversationPollingTrigger } =
	require('../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node.ts') as typeof import('../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node');

/** Events for which all lists are read. */
export const EVENTS = [
	...['contact_created', 'conversation_created', 'conversation_updated', 'csat_answered'],
	'message_created',
];

/** What the items of polls have there. */
export const column = (items: IDataObject[], key: string) => items.map((item) => item[key]);

const NAME = 'Polling';
const type = new CustomerConversationPollingTrigger();

/** n8n's loader adds it to every node that polls. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { item: [{ mode: 'everyMinute' }] },
	options: cronNodeOptions,
};
const loaded = {
	...type,
	description: { ...type.description, properties: [pollTimes, ...type.description.properties] },
};

/** n8n's clock shows the time of the service, as far as that is right. */
export function n8nHasTheTimeOf(service: () => { now: number }): void {
	beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => service().now * 1000));
	afterEach(() => jest.restoreAllMocks());
}

/**
 * How n8n polls and stores: as by default; with its durable scheduler; with durable cursors on top. With these each
 * poll has another object for its data.
 */
type Mode = 'default' | 'scheduler' | 'cursors';

let processes = 0;

/** The node in an active workflow: what it keeps lives in n8n's memory, and is stored as n8n does it. */
export class Poller {
	mode: Mode = 'default';

	/** Milliseconds that n8n gives a poll; n8n 1 does not tell. */
	budget?: number;

	/** What n8n has in its database of the node. */
	stored: IDataObject = {};

	/** What it has there of the workflow. */
	storedForAll: IDataObject = {};

	/** The package remembers readings by workflow: another process of n8n has another one. */
	private process = ++processes;

	/** Warnings that it wrote into n8n's log. */
	log: string[] = [];

	credentials: IDataObject;

	/** Where this n8n is reached. */
	n8n = 'https://n8n.example';

	private workflow: Workflow;

	constructor(
		private address: string,
		public parameters: IDataObject = {},
		credentials: IDataObject = {},
	) {
		this.credentials = { api_access_token: 'secret-token', account_id: '1', ...credentials };
		this.workflow = this.made();
	}

	/** One poll as the schedule does it. */
	async poll(): Promise<IDataObject[]> {
		if (this.mode !== 'default') this.workflow = this.made();
		const { workflow } = this;
		const items = await this.polled(workflow);
		if (items.length || this.mode === 'cursors') this.stored = dataOf(workflow);
		return items;
	}

	private async polled(
		workflow: Workflow,
		mode: WorkflowExecuteMode = 'trigger',
	): Promise<IDataObject[]> {
		const context = new PollContext(
			workflow,
			workflow.getNode(NAME) as INode,
			{
				...additionalData({ base_url: this.address, ...this.credentials } as never),
				webhookWaitingBaseUrl: `${this.n8n}/webhook-waiting`,
			},
			mode,
			'activate',
		);
		const rest = { debug: () => {}, info: () => {}, error: () => {} };
		const warn = (text: string) => void this.log.push(text);
		Object.defineProperty(context, 'logger', { value: { ...rest, warn } });
		const { budget } = this;
		if (budget !== undefined)
			Object.defineProperty(context, 'getPollBudgetMs', { value: () => budget });
		const output = await type.poll.call(context);
		return (output ?? []).flat().map(({ json }) => json);
	}

	/** Another process begins with what was stored, and polls only by the schedule. */
	restart(): void {
		this.process = ++processes;
		this.workflow = this.made();
	}

	/** Another process begins with what was stored, and polls at once. */
	async activate(): Promise<IDataObject[]> {
		this.process = ++processes;
		return await this.activateAgain();
	}

	/** The same in this process. */
	async activateAgain(): Promise<IDataObject[]> {
		const workflow = this.made();
		this.workflow = workflow;
		const items = await this.polled(workflow);
		if (items.length || this.mode !== 'cursors') this.stored = dataOf(workflow);
		this.storedForAll = copyOf(workflow.getStaticData('global'));
		return items;
	}

	/** "Execute step" in the editor: n8n gives it nothing that was kept, and stores nothing. */
	async test(): Promise<IDataObject[]> {
		const active = { workflow: this.workflow, stored: this.stored };
		this.stored = {};
		this.workflow = this.made();
		try {
			return await this.polled(this.workflow, 'manual');
		} finally {
			Object.assign(this, active);
		}
	}

	get staticData(): IDataObject {
		return dataOf(this.workflow);
	}

	private made(): Workflow {
		return new Workflow({
			id: `workflow-${this.process}`,
			name: 'Polls',
			nodes: [
				{
					id: 'node-1',
					name: NAME,
					type: type.description.name,
					typeVersion: newestVersionOf(type.description.name),
					position: [0, 0],
					parameters: { ...this.parameters } as INode['parameters'],
					credentials: { customerConversationApi: { id: 'credential', name: 'Credential' } },
				},
			],
			connections: {},
			active: true,
			settings: { timezone: 'UTC' },
			nodeTypes: { getByNameAndVersion: () => loaded } as unknown as INodeTypes,
			staticData: {
				global: structuredClone(this.storedForAll),
				[`node:${NAME}`]: structuredClone(this.stored),
			},
		});
	}
}

const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;
const dataOf = (workflow: Workflow) =>
	copyOf(workflow.getStaticData('node', { name: NAME } as INode));

/** The message of the error with which a poll fails. */
export const failing = async (polling: Promise<unknown>): Promise<string> =>
	await polling.then(
		() => 'no error',
		({ message }: Error) => message,
	);
