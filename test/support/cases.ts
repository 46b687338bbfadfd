import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { CustomerConversation } from '../../nodes/CustomerConversation/CustomerConversation.node';
import { resources as account } from '../../nodes/CustomerConversation/resources';
import { CustomerConversationClient } from '../../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { resources as client } from '../../nodes/CustomerConversationClient/resources';
import { CustomerConversationPlatform } from '../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { resources as platform } from '../../nodes/CustomerConversationPlatform/resources';
import type { Operation, Resources } from '../../nodes/shared/operation';
import type { Recording } from './recordings';

/** One line of test/cases/: parameters in, this recorded request out, these items back. */
export interface Case {
	/** `surface.resource.operation`, the values of the node. */
	operation: string;
	/** `least`, `full`, or what it shows. */
	name: string;
	parameters: IDataObject;
	/** The recorded calls that the operation makes, in order. */
	recordings?: Array<{
		op: string;
		case: string;
		/** Where the request rightly differs from the recorded one; `because` says why. */
		instead?: Partial<Recording['request']>;
		because?: string;
	}>;
	/** Where no recording can exist: the call as the 1.1.0 document gives it. */
	fromTheDocument?: Array<Pick<Recording, 'request' | 'response'>>;
	/** Expected items, where they are not simply the recorded records with masked secrets. */
	items?: IDataObject[];
	/** Input item. */
	input?: IDataObject;
	binary?: Record<string, { fileName: string; mimeType: string; data: string }>;
}

export const surfaces: Record<string, { node: new () => INodeType; resources: Resources }> = {
	account: { node: CustomerConversation, resources: account },
	platform: { node: CustomerConversationPlatform, resources: platform },
	public: { node: CustomerConversationClient, resources: client },
};

const folder = join(__dirname, '../cases');

export const cases: Case[] = readdirSync(folder).flatMap(
	(file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[],
);

export const operations = (): Array<[string, Operation]> =>
	Object.entries(surfaces).flatMap(([surface, { resources }]) =>
		Object.entries(resources).flatMap(([resource, { operations: all }]) =>
			Object.entries(all).map(([name, definition]): [string, Operation] => [
				`${surface}.${resource}.${name}`,
				definition,
			]),
		),
	);
