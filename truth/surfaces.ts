import type { INodeType } from 'n8n-workflow';
import { CustomerConversation } from '../nodes/CustomerConversation/CustomerConversation.node';
import { resources as account } from '../nodes/CustomerConversation/resources';
import { CustomerConversationClient } from '../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { resources as client } from '../nodes/CustomerConversationClient/resources';
import { CustomerConversationPlatform } from '../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { resources as platform } from '../nodes/CustomerConversationPlatform/resources';
import type { Operation, Resources } from '../nodes/shared/vocabulary/operation';

export const surfaces: Record<string, { node: new () => INodeType; resources: Resources }> = {
	account: { node: CustomerConversation, resources: account },
	platform: { node: CustomerConversationPlatform, resources: platform },
	public: { node: CustomerConversationClient, resources: client },
};

/** Every operation of the three nodes: `surface.resource.operation` and its definition. */
export const operations = (): Array<[string, Operation]> =>
	Object.entries(surfaces).flatMap(([surface, { resources }]) =>
		Object.entries(resources).flatMap(([resource, { operations: all }]) =>
			Object.entries(all).map(([name, definition]): [string, Operation] => [
				`${surface}.${resource}.${name}`,
				definition,
			]),
		),
	);
