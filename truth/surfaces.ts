import type { INodeProperties, INodeType } from 'n8n-workflow';
import { properties } from '../nodes/shared/editor/properties';
import { CustomerConversation } from '../nodes/CustomerConversation/CustomerConversation.node';
import { resources as daily } from '../nodes/CustomerConversation/resources';
import { CustomerConversationAdmin } from '../nodes/CustomerConversationAdmin/CustomerConversationAdmin.node';
import { resources as admin } from '../nodes/CustomerConversationAdmin/resources';
import { CustomerConversationCaptain } from '../nodes/CustomerConversationCaptain/CustomerConversationCaptain.node';
import { resources as captain } from '../nodes/CustomerConversationCaptain/resources';
import { CustomerConversationClient } from '../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { resources as client } from '../nodes/CustomerConversationClient/resources';
import { CustomerConversationCrm } from '../nodes/CustomerConversationCrm/CustomerConversationCrm.node';
import { resources as crm } from '../nodes/CustomerConversationCrm/resources';
import { CustomerConversationEnterprise } from '../nodes/CustomerConversationEnterprise/CustomerConversationEnterprise.node';
import { resources as enterprise } from '../nodes/CustomerConversationEnterprise/resources';
import { CustomerConversationHelpCenter } from '../nodes/CustomerConversationHelpCenter/CustomerConversationHelpCenter.node';
import { resources as helpCenter } from '../nodes/CustomerConversationHelpCenter/resources';
import { CustomerConversationIntegrations } from '../nodes/CustomerConversationIntegrations/CustomerConversationIntegrations.node';
import { resources as integrations } from '../nodes/CustomerConversationIntegrations/resources';
import { CustomerConversationPlatform } from '../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { resources as platform } from '../nodes/CustomerConversationPlatform/resources';
import type { Operation, Resources } from '../nodes/shared/vocabulary/operation';

/** A node that calls the service. */
interface Caller {
	/** Of the service's API, as the catalogue has it; several nodes share that of the account. */
	surface: 'account' | 'platform' | 'public';
	/** As n8n shows it: what runs without n8n's loader cannot ask the class. */
	title: string;
	type: new () => INodeType;
	resources: Resources;
}

/** By folder and class. A resource of a surface is in one node alone. */
export const nodes: Record<string, Caller> = {
	CustomerConversation: {
		surface: 'account',
		title: 'Customer Conversation',
		type: CustomerConversation,
		resources: daily,
	},
	CustomerConversationAdmin: {
		surface: 'account',
		title: 'Customer Conversation Admin',
		type: CustomerConversationAdmin,
		resources: admin,
	},
	CustomerConversationHelpCenter: {
		surface: 'account',
		title: 'Customer Conversation Help Center',
		type: CustomerConversationHelpCenter,
		resources: helpCenter,
	},
	CustomerConversationCrm: {
		surface: 'account',
		title: 'Customer Conversation CRM',
		type: CustomerConversationCrm,
		resources: crm,
	},
	CustomerConversationIntegrations: {
		surface: 'account',
		title: 'Customer Conversation Integrations',
		type: CustomerConversationIntegrations,
		resources: integrations,
	},
	CustomerConversationCaptain: {
		surface: 'account',
		title: 'Customer Conversation Captain',
		type: CustomerConversationCaptain,
		resources: captain,
	},
	CustomerConversationEnterprise: {
		surface: 'account',
		title: 'Customer Conversation Enterprise',
		type: CustomerConversationEnterprise,
		resources: enterprise,
	},
	CustomerConversationPlatform: {
		surface: 'platform',
		title: 'Customer Conversation Platform',
		type: CustomerConversationPlatform,
		resources: platform,
	},
	CustomerConversationClient: {
		surface: 'public',
		title: 'Customer Conversation Client',
		type: CustomerConversationClient,
		resources: client,
	},
};

/** What workflows store for the node of a folder, without the package. */
export const typeNameOf = (folder: string): string => folder.replace(/^C/, 'c');

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
