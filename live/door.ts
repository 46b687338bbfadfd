import type { IDataObject } from 'n8n-workflow';
import { badInput } from '../nodes/shared/faults';
import { listen, type Answer, type Received } from '../test/support/server';
import { Trigger, type Call } from '../test/support/triggerNode';
import { reachOf, type Reach, type Server } from './server';

/** Where the server can call this machine. */
export interface Door {
	/** '' if the server runs on this machine and can use its address. */
	address: string;
	/** 0 for any free port. */
	port: number;
	reach: Reach;
}

/**
 * @param address at which the server can call this machine, '' for none
 * @param port of this machine to which the address leads, '' for the port in the address
 * @returns undefined if the server is on another machine and no address was given
 * @throws BadInput if the address or the port is invalid
 */
export async function doorOf(
	address: string,
	port: string,
	server: Server,
): Promise<Door | undefined> {
	const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(server.url).hostname);
	if (!address && !isHere) return undefined;
	const reach = await reachOf(address || 'http://127.0.0.1', server);
	const { protocol, port: addressPort } = new URL(address || 'http://127.0.0.1:0');
	// With HTTPS something in front of this machine receives the calls.
	const found = port || (protocol === 'http:' ? addressPort || '80' : '');
	if (!/^\d{1,5}$/.test(found) || Number(found) > 65_535)
		throw badInput('--listen must be the port of this machine to which --webhook-url leads');
	return { address: address.replace(/\/+$/, ''), port: Number(found), reach };
}

/** A delivery, and what the node made of it. */
export interface Arrival {
	content: IDataObject;
	call: Call;
	items: IDataObject[];
	status: number;
	/** Why it was refused. */
	why?: string;
}

/** Listens for the calls of a trigger, keeps them, and answers as n8n does. */
export async function opened({ address, port }: Door, trigger: Trigger) {
	const arrivals: Arrival[] = [];
	async function answer({ headers, query, body }: Received): Promise<Answer> {
		const call = { headers, query: Object.fromEntries(query), rawBody: body.toString() };
		let content: IDataObject;
		try {
			content = JSON.parse(call.rawBody) as IDataObject;
		} catch {
			return { status: 400 };
		}
		const { items, status = 200 } = await trigger
			.receive(content, call)
			.catch(() => ({ items: [], status: 500 }));
		const [, why] = /: (.+?) \{"/.exec(trigger.log.at(-1) ?? '') ?? [];
		arrivals.push({ content, call, items, status, ...(status === 200 ? {} : { why }) });
		return { status };
	}
	const host = address ? '0.0.0.0' : '127.0.0.1';
	const { url, close } = await listen(answer, { port, host }).catch((error: Error) => {
		throw badInput(`Nothing can listen on port ${port} here: ${error.message}`);
	});
	trigger.setup.address = address || url;
	return { arrivals, close };
}
