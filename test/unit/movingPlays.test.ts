import type { IDataObject, INode } from 'n8n-workflow';
import { convert } from '../../moving/engine';
import { lineOf } from '../../moving/note';
import { callsOf, inPath, plays, type Call, type Play } from '../../truth/cases';
import { nodeNameOf, operations } from '../../truth/surfaces';
import { expected, onTheDayOfTheRecordings, play } from '../support/plays';
import { inVersion, originalOf } from '../support/run';

const definitions = new Map(operations());

/** The recorded call that an operation writes down, if it makes no other. */
function onlyCall(entry: Play): Call | undefined {
	const definition = definitions.get(entry.operation);
	const calls = callsOf(entry);
	const [call] = calls;
	const isIt = definition && calls.length === 1 && inPath(definition, call.request.path);
	return isIt && call.request.method === definition.request.split(' ')[0] ? call : undefined;
}

const rowsOf = (values: object): IDataObject[] =>
	Object.entries(values).flatMap(([name, value]) =>
		[value].flat().map((one) => ({ name, value: String(one) })),
	);

/** An HTTP Request node that sends a recorded request. */
function httpNode({ request }: Call, binary: Play['binary'] = {}): INode {
	const { method, path, query = {}, body, form, files = {} } = request;
	const search =
		typeof query === 'string' || Array.isArray(query)
			? new URLSearchParams(query as Array<[string, string]>)
			: new URLSearchParams(
					rowsOf(query).map(({ name, value }) => [name, value] as [string, string]),
				);
	const parts = Object.entries(files).map(([name, file]) => ({
		parameterType: 'formBinaryData',
		name,
		inputDataFieldName: Object.keys(binary).find((key) => binary[key].fileName === file[0]),
	}));
	const sent = body
		? { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(body) }
		: form || parts.length
			? {
					sendBody: true,
					contentType: 'multipart-form-data',
					bodyParameters: { parameters: [...rowsOf(form ?? {}), ...parts] },
				}
			: {};
	return {
		id: '1',
		name: 'Call',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [0, 0],
		parameters: {
			method,
			url: `https://desk.example${path}${search.size ? `?${search.toString()}` : ''}`,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'api_access_token', value: 'secret-token' }] },
			...sent,
		} as INode['parameters'],
	};
}

onTheDayOfTheRecordings();

const recorded = plays
	.filter(({ error, web, release }) => !error && !web && release)
	.flatMap((entry) => {
		const call = onlyCall(entry);
		return call ? [{ entry, call }] : [];
	});

test('x', async () => {
	const left: string[] = [];
	const differing: string[] = [];
	const right = new Set<string>();
	for (const { entry, call } of recorded) {
		const made = convert({ nodes: [httpNode(call, entry.binary)], connections: {} });
		const [node] = made.workflow.nodes as INode[];
		const name = `${entry.operation} ${entry.name} ${entry.release}`;
		if (made.unconverted.length) {
			left.push(`${name}: ${made.points.map(lineOf).join('; ').slice(0, 300)}`);
			continue;
		}
		const { resource, operation, ...parameters } = node.parameters as IDataObject;
		const id = [entry.operation.split('.')[0], resource, operation].join('.');
		const outcome = await play(
			{ ...entry, operation: id, parameters },
			inVersion(originalOf(nodeNameOf(id)), node.typeVersion),
		);
		try {
			const same = outcome.requests.some((request) => {
				try {
					expect(request).toEqual(expected(call, request.body));
					return true;
				} catch {
					return false;
				}
			});
			expect(same).toBe(true);
			right.add(entry.operation);
		} catch (error) {
			differing.push(
				`${name}: ${id} ${JSON.stringify(parameters).slice(0, 400)} ${outcome.error?.message ?? ''}\n SENT ${JSON.stringify(outcome.requests).slice(0, 500)}\n REC ${JSON.stringify(call.request).slice(0, 500)}`,
			);
		}
	}
	require('fs').writeFileSync(
		'/tmp/wt-http-plays.txt',
		`${recorded.length} plays of ${new Set(recorded.map(({ entry }) => entry.operation)).size} operations, ${left.length} stay, ${differing.length} differ, ${right.size} operations right\n\nLEFT\n${left.join('\n')}\n\nDIFFER\n${differing.join('\n')}`,
	);
}, 600000);
