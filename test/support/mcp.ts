import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

interface Reply {
	result: { tools: Tool[] } & ToolResult;
}

export interface Tool {
	name: string;
	description?: string;
	inputSchema: { properties: Record<string, { description?: string }> };
}

interface ToolResult {
	isError?: boolean;
	content: Array<{ text: string }>;
}

/**
 * A client of a server that speaks the Model Context Protocol over HTTP, as AI agents have it.
 * @param headers that every request has, such as that of a token
 */
export async function connect(url: string, headers: Record<string, string> = {}) {
	let session = '';
	let id = 0;
	const send = async (method: string, params: IDataObject, numbered = true) => {
		const reply = await fetch(url, {
			method: 'POST',
			headers: {
				...headers,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: numbered ? ++id : undefined, method, params }),
			signal: AbortSignal.timeout(30_000),
		});
		session = reply.headers.get('mcp-session-id') ?? session;
		const text = await reply.text();
		return { text, data: /^data: (.*)$/m.exec(text)?.[1] };
	};
	const ask = async (method: string, params: IDataObject) => {
		const { text, data } = await send(method, params);
		if (data === undefined) throw new Error(`${method} was answered: ${text}`);
		return (JSON.parse(data) as Reply).result;
	};
	const clientInfo = { name: 'test', version: '1' };
	const greeting = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	// n8n answers before its workflows are active.
	for (let tries = 0; tries < 40 && !(await send('initialize', greeting)).data; tries++)
		await sleep(500);
	await send('notifications/initialized', {}, false);
	return {
		list: async (): Promise<Tool[]> => (await ask('tools/list', {})).tools,
		call: async (name: string, args: IDataObject): Promise<ToolResult> =>
			await ask('tools/call', { name, arguments: args }),
	};
}
