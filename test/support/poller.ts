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

/** The node in an active workflow: what it keeps lives in n8n's memory, and is stored as n8n does it. */
export class Poller {
	/** What n8n has in its database. */
	stored: IDataObject = {};

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

	/** One poll as the schedule does it: n8n stores what is kept where there are items, else not. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		const { workflow } = this;
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
		const output = await type.poll.call(context);
		if (output) this.store();
		return (output ?? []).flat().map(({ json }) => json);
	}

	/** Begins with what was stored, polls at once, and stores what is kept after it. */
	async activate(): Promise<IDataObject[]> {
		this.workflow = this.made();
		const items = await this.poll();
		this.store();
		return items;
	}

	/** "Execute step" in the editor: n8n gives it nothing that was kept, and stores nothing. */
	async test(): Promise<IDataObject[]> {
		const active = { workflow: this.workflow, stored: this.stored };
		this.stored = {};
		this.workflow = this.made();
		try {
			return await this.poll('manual');
		} finally {
			Object.assign(this, active);
		}
	}

	get staticData(): IDataObject {
		return JSON.parse(
			JSON.stringify(this.workflow.getStaticData('node', { name: NAME } as INode)),
		) as IDataObject;
	}

	private store(): void {
		this.stored = this.staticData;
	}

	private made(): Workflow {
		return new Workflow({
			id: 'workflow-1',
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
			staticData: { [`node:${NAME}`]: structuredClone(this.stored) },
		});
	}
}

/** The message of the error with which a poll fails. */
export const failing = async (polling: Promise<unknown>): Promise<string> =>
	await polling.then(
		() => 'no error',
		({ message }: Error) => message,
	);
