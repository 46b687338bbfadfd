/** Creates the records that prove a trigger, and says which items must result. */
import type { IDataObject } from 'n8n-workflow';
import type { TextFile } from '../truth/scenarios';
import { runOperation } from './node';
import type { Finding, Setting } from './prove';

export type Result = Omit<Finding, 'operation' | 'scenario'>;

export const wrong = (
	reason: string,
	expected?: unknown,
	found?: unknown,
	sent?: string[],
): Result => ({
	verdict: 'wrong',
	reason,
	expected,
	found,
	sent,
});

/** Something that happened in Chatwoot. */
export interface Happening {
	event: string;
	id: unknown;
	/** What its item must contain; undefined if there must be no item. */
	item?: IDataObject;
}

/** A record for the proof could not be created. */
export class Unmade extends Error {
	constructor(
		message: string,
		readonly httpCode?: string | null,
	) {
		super(message);
	}
}

/** What creating records needs. */
export interface Making extends Setting {
	/** How the created records are removed, the newest first. */
	undo: Array<[operation: string, parameters: IDataObject]>;
}

type Asking = Pick<Making, 'access' | 'signal'>;

export async function run(
	{ access, signal }: Asking,
	id: string,
	parameters: IDataObject = {},
	files: Record<string, TextFile> = {},
): Promise<IDataObject[]> {
	signal?.throwIfAborted();
	const { items, error } = await runOperation(access, id, parameters, [{ json: {}, files }]);
	if (error) throw new Unmade(`${id}: ${error.message}`, error.httpCode);
	return items;
}

/** Runs an operation that returns one item. */
export async function itemOf(
	asking: Asking,
	id: string,
	parameters: IDataObject,
): Promise<IDataObject> {
	const [item] = await run(asking, id, parameters);
	if (!item) throw new Unmade(`${id} gave no item`);
	return item;
}

/** Creates a record. @param key the parameter for its id */
export async function make(scene: Making, kind: string, key: string, parameters: IDataObject) {
	const item = await itemOf(scene, `account.${kind}.create`, parameters);
	scene.undo.unshift([`account.${kind}.delete`, { [key]: item.id }]);
	return item;
}

/** Creates a bot. @returns it with its token */
export const makeBot = async (scene: Making, name: string) =>
	await make(scene, 'agentBot', 'agent_bot_id', { name, options: { include_secrets: true } });

/** Creates an API inbox. @returns its id */
export async function makeInbox(scene: Making, name: string): Promise<number> {
	const { id } = await make(scene, 'inbox', 'inbox_id', { channel_type: 'api', name });
	return Number(id);
}

/** Creates a contact with this source id in the inbox, and a conversation with it. @returns their ids */
export async function makeTalk(scene: Making, name: string, inbox_id: number) {
	const { id: contact_id } = await make(scene, 'contact', 'contact_id', {
		name,
		email: `${name}@example.com`,
		additional_fields: { inbox_id, source_id: name },
	} as IDataObject);
	const { id: conversation_id } = await make(scene, 'conversation', 'conversation_id', {
		create_for: 'contact_source',
		inbox_id,
		contact_id,
		source_id: name,
	} as IDataObject);
	return { contact_id, conversation_id } as IDataObject;
}

/**
 * Writes a message.
 * @param talk what its item contains in addition to the message
 * @param more fields, such as the author
 */
export async function write(
	scene: Making,
	talk: IDataObject,
	more: IDataObject = {},
): Promise<Happening> {
	const { conversation_id } = talk;
	const sent = { conversation_id, content: scene.mark, additional_fields: more };
	const { id } = await itemOf(scene, 'account.message.send', sent);
	return {
		event: 'message_created',
		id,
		item: { ...talk, message_id: id, content: scene.mark } as IDataObject,
	};
}

/** Creates a contact, a conversation with it and a message in it. */
export async function happen(scene: Making, name: string, inbox_id: number): Promise<Happening[]> {
	const talk = await makeTalk(scene, name, inbox_id);
	const { contact_id, conversation_id } = talk;
	return [
		{ event: 'contact_created', id: contact_id, item: { contact_id } },
		{ event: 'conversation_created', id: conversation_id, item: talk },
		await write(scene, { conversation_id }),
	];
}

/** Removes everything that was created. @returns what could not be removed */
export async function undone({ access, undo }: Making, scenario: string): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const [operation, parameters] of undo) {
		const { error } = await runOperation(access, operation, parameters);
		if (error && error.httpCode !== '404')
			findings.push({ operation, scenario, ...wrong(error.message) });
	}
	return findings;
}
