/** What triggers are proven with: records of our own, and what must come of them. */
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

/** Something that happened at the service. */
export interface Happening {
	event: string;
	id: unknown;
	/** What its item must tell; left out where it must give none. */
	item?: IDataObject;
}

/** A record of our own could not be made. */
export class Unmade extends Error {
	constructor(
		message: string,
		readonly httpCode?: string | null,
	) {
		super(message);
	}
}

/** Who makes records of its own. */
export interface Making extends Setting {
	/** What was made, the newest first: what removes it. */
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

/** The item of an operation that gives one. */
export async function itemOf(
	asking: Asking,
	id: string,
	parameters: IDataObject,
): Promise<IDataObject> {
	const [item] = await run(asking, id, parameters);
	if (!item) throw new Unmade(`${id} gave no item`);
	return item;
}

/** Makes a record. @param key of its id in parameters */
async function make(scene: Making, kind: string, key: string, parameters: IDataObject) {
	const item = await itemOf(scene, `account.${kind}.create`, parameters);
	scene.undo.unshift([`account.${kind}.delete`, { [key]: item.id }]);
	return item;
}

/** A bot of our own, with its token. */
export const makeBot = async (scene: Making, name: string) =>
	await make(scene, 'agentBot', 'agent_bot_id', { name, options: { include_secrets: true } });

/** @returns the id of an API inbox of our own */
export async function makeInbox(scene: Making, name: string): Promise<number> {
	const { id } = await make(scene, 'inbox', 'inbox_id', { channel_type: 'api', name });
	return Number(id);
}

/** A contact with this as the address in the inbox, and a conversation with it. @returns their ids */
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
 * @param talk what its item tells beside the message
 * @param more such as who is its author
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

/** A new contact, a conversation with it and a message in it. */
export async function happen(scene: Making, name: string, inbox_id: number): Promise<Happening[]> {
	const talk = await makeTalk(scene, name, inbox_id);
	const { contact_id, conversation_id } = talk;
	return [
		{ event: 'contact_created', id: contact_id, item: { contact_id } },
		{ event: 'conversation_created', id: conversation_id, item: talk },
		await write(scene, { conversation_id }),
	];
}

/** Leaves nothing at the service. @returns what could not be removed */
export async function undone({ access, undo }: Making, scenario: string): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const [operation, parameters] of undo) {
		const { error } = await runOperation(access, operation, parameters);
		if (error && error.httpCode !== '404')
			findings.push({ operation, scenario, ...wrong(error.message) });
	}
	return findings;
}
