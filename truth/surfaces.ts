import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { CallingPanel, Panel } from '../nodes/shared/editor/panel';
import { properties } from '../nodes/shared/editor/properties';
import { CustomerConversation } from '../nodes/CustomerConversation/CustomerConversation.node';
import { ownPanel as dailyPanel } from '../nodes/CustomerConversation/panel';
import { resources as daily } from '../nodes/CustomerConversation/resources';
import { CustomerConversationAdmin } from '../nodes/CustomerConversationAdmin/CustomerConversationAdmin.node';
import { ownPanel as adminPanel } from '../nodes/CustomerConversationAdmin/panel';
import { resources as admin } from '../nodes/CustomerConversationAdmin/resources';
import { CustomerConversationCaptain } from '../nodes/CustomerConversationCaptain/CustomerConversationCaptain.node';
import { ownPanel as captainPanel } from '../nodes/CustomerConversationCaptain/panel';
import { resources as captain } from '../nodes/CustomerConversationCaptain/resources';
import { CustomerConversationClient } from '../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { ownPanel as clientPanel } from '../nodes/CustomerConversationClient/panel';
import { resources as client } from '../nodes/CustomerConversationClient/resources';
import { CustomerConversationCompanies } from '../nodes/CustomerConversationCompanies/CustomerConversationCompanies.node';
import { ownPanel as companiesPanel } from '../nodes/CustomerConversationCompanies/panel';
import { resources as companies } from '../nodes/CustomerConversationCompanies/resources';
import { CustomerConversationHelpCenter } from '../nodes/CustomerConversationHelpCenter/CustomerConversationHelpCenter.node';
import { ownPanel as helpCenterPanel } from '../nodes/CustomerConversationHelpCenter/panel';
import { resources as helpCenter } from '../nodes/CustomerConversationHelpCenter/resources';
import { CustomerConversationIntegrations } from '../nodes/CustomerConversationIntegrations/CustomerConversationIntegrations.node';
import { ownPanel as integrationsPanel } from '../nodes/CustomerConversationIntegrations/panel';
import { resources as integrations } from '../nodes/CustomerConversationIntegrations/resources';
import { CustomerConversationPlatform } from '../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { ownPanel as platformPanel } from '../nodes/CustomerConversationPlatform/panel';
import { resources as platform } from '../nodes/CustomerConversationPlatform/resources';
import { CustomerConversationPolicies } from '../nodes/CustomerConversationPolicies/CustomerConversationPolicies.node';
import { ownPanel as policiesPanel } from '../nodes/CustomerConversationPolicies/panel';
import { resources as policies } from '../nodes/CustomerConversationPolicies/resources';
import { ownPanel as pollingPanel } from '../nodes/CustomerConversationPollingTrigger/panel';
import { ownPanel as triggerPanel } from '../nodes/CustomerConversationTrigger/panel';
import { CustomerConversationSendAndWait } from '../nodes/CustomerConversationSendAndWait/CustomerConversationSendAndWait.node';
import { ownPanel as sendAndWaitPanel } from '../nodes/CustomerConversationSendAndWait/panel';
import { resources as sendAndWait } from '../nodes/CustomerConversationSendAndWait/resources';
import type { Operation, Resources } from '../nodes/shared/vocabulary/operation';

/** A node that calls the service. */
export interface Caller {
	/** Of the service's API, as the catalogue has it; several nodes share that of the account. */
	surface: 'account' | 'platform' | 'public';
	/** As n8n shows it: what runs without n8n's loader cannot ask the class. */
	title: string;
	type: new () => INodeType;
	panel: CallingPanel;
	resources: Resources;
}

/** By folder and class. A resource of a surface is in one node alone. */
export const nodes: Record<string, Caller> = {
	CustomerConversation: {
		surface: 'account',
		title: 'Customer Conversation',
		type: CustomerConversation,
		panel: dailyPanel,
		resources: daily,
	},
	CustomerConversationSendAndWait: {
		surface: 'account',
		title: 'Customer Conversation Send and Wait',
		type: CustomerConversationSendAndWait,
		panel: sendAndWaitPanel,
		resources: sendAndWait,
	},
	CustomerConversationAdmin: {
		surface: 'account',
		title: 'Customer Conversation Admin',
		type: CustomerConversationAdmin,
		panel: adminPanel,
		resources: admin,
	},
	CustomerConversationHelpCenter: {
		surface: 'account',
		title: 'Customer Conversation Help Center',
		type: CustomerConversationHelpCenter,
		panel: helpCenterPanel,
		resources: helpCenter,
	},
	CustomerConversationCompanies: {
		surface: 'account',
		title: 'Customer Conversation Companies & Campaigns',
		type: CustomerConversationCompanies,
		panel: companiesPanel,
		resources: companies,
	},
	CustomerConversationIntegrations: {
		surface: 'account',
		title: 'Customer Conversation Integrations',
		type: CustomerConversationIntegrations,
		panel: integrationsPanel,
		resources: integrations,
	},
	CustomerConversationCaptain: {
		surface: 'account',
		title: 'Customer Conversation Captain',
		type: CustomerConversationCaptain,
		panel: captainPanel,
		resources: captain,
	},
	CustomerConversationPolicies: {
		surface: 'account',
		title: 'Customer Conversation Policies & Audit',
		type: CustomerConversationPolicies,
		panel: policiesPanel,
		resources: policies,
	},
	CustomerConversationPlatform: {
		surface: 'platform',
		title: 'Customer Conversation Platform',
		type: CustomerConversationPlatform,
		panel: platformPanel,
		resources: platform,
	},
	CustomerConversationClient: {
		surface: 'public',
		title: 'Customer Conversation Customer Side',
		type: CustomerConversationClient,
		panel: clientPanel,
		resources: client,
	},
};

/** What workflows store for the node of a folder, without the package. */
export const typeNameOf = (folder: string): string => folder.replace(/^C/, 'c');

const triggers: Record<string, Panel> = {
	CustomerConversationTrigger: triggerPanel,
	CustomerConversationPollingTrigger: pollingPanel,
};

/** What n8n shows of every node. */
export const panels = (): Panel[] => [
	...Object.values(nodes).map(({ panel }) => panel),
	...Object.values(triggers),
];

/** What n8n shows of a node. @param folder of any node, or the type that workflows store */
export function panelFor(folder: string): Panel {
	const name = folder
		.replace(/^.*\.c/, 'C')
		.replace(/^c/, 'C')
		.replace(/(Hitl)?Tool$/, '');
	return triggers[name] ?? nodes[name].panel;
}

/** The versions of a node, the newest last. @param folder of any node, or the type that workflows store */
export const versionsOf = (folder: string): number[] => panelFor(folder).versions;

/** The version that a new node gets. */
export const newestVersionOf = (folder: string): number => {
	const versions = versionsOf(folder);
	return versions[versions.length - 1];
};

const shown = new Map<string, INodeProperties[]>();

/** What the panel of a node shows, without what n8n adds when it loads it. */
export function propertiesOf(folder: string): INodeProperties[] {
	const made = shown.get(folder) ?? properties(nodes[folder].resources);
	shown.set(folder, made);
	return made;
}

/** Folder of the node that has an operation. @param id `surface.resource.operation` */
export function nodeNameOf(id: string): string {
	const [surface, resource] = id.split('.');
	const found = Object.entries(nodes).find(
		([, node]) => node.surface === surface && Object.hasOwn(node.resources, resource),
	);
	if (!found) throw new Error(`No node has ${id}`);
	return found[0];
}

/** Every operation of the nodes: `surface.resource.operation` and its definition. */
export const operations = (): Array<[string, Operation]> =>
	Object.values(nodes).flatMap(({ surface, resources }) =>
		Object.entries(resources).flatMap(([resource, { operations: all }]) =>
			Object.entries(all).map(([name, definition]): [string, Operation] => [
				`${surface}.${resource}.${name}`,
				definition,
			]),
		),
	);
