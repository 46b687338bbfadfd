import type { IDataObject, INode } from 'n8n-workflow';
import { convert } from '../../moving/engine';
import { callsOf, inPath, plays, type Call, type Play } from '../../truth/cases';
import { nodeNameOf, operations } from '../../truth/surfaces';
import { unknownTo } from '../support/parameters';
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

/** What Chatwoot does without these values. */
const DEFAULTS: IDataObject = { message_type: 'outgoing', private: false };

/** A recorded request without what Chatwoot does anyway, what is empty in a query, and what the list names. */
function toSend(call: Call, texts: string[]): Call {
	const isNeedless = ([key, value]: [string, unknown]) =>
		DEFAULTS[key] === value || texts.some((text) => text.startsWith(`${key} `));
	const kept = (values: unknown) =>
		values && Object.fromEntries(Object.entries(values).filter((entry) => !isNeedless(entry)));
	const { query = {}, body, form } = call.request;
	const queried = Array.isArray(query) || typeof query === 'string' ? query : kept(query);
	const full = Object.entries(queried ?? {}).filter(([, value]) => value !== '');
	return {
		...call,
		request: {
			...call.request,
			query: Array.isArray(query) || typeof query === 'string' ? query : Object.fromEntries(full),
			...(body ? { body: kept(body) } : {}),
			...(form ? { form: kept(form) } : {}),
		} as Call['request'],
	};
}

/** Operations with a recorded request that stays, and what of it has no field. */
const STAY = [
	'account.article.reorder',
	'account.automationRule.create',
	'account.automationRule.update',
	'account.category.reorder',
	'account.conversation.create',
	'account.conversation.setDraft',
	'account.conversation.updateMany',
	'account.dashboardApp.create',
	'account.dashboardApp.update',
	'account.document.create',
	'account.integration.connect',
	'account.integration.update',
	'account.message.send',
	'account.portal.create',
	'account.portal.update',
	'account.report.getDrilldown',
	'account.search.messages',
	'platform.account.create',
	'platform.account.update',
	'platform.user.create',
	'public.helpCenter.getArticle',
	'public.helpCenter.getArticleMarkdown',
	'public.helpCenter.getArticles',
	'public.helpCenter.getCategories',
	'public.helpCenter.getPortal',
	'public.message.answerForm',
];

/** The node reads what is there before, which these recordings do not have. */
const READS_BEFORE = ['account.contact.import'];

onTheDayOfTheRecordings();

/** Of each case the newest release that recorded it. */
const newest = new Map(plays.map((entry) => [`${entry.operation} ${entry.name}`, entry]));

const recorded = [...newest.values()]
	.filter(
		({ error, web, release, operation }) =>
			!error && !web && release && !READS_BEFORE.includes(operation),
	)
	.flatMap((entry) => {
		const call = onlyCall(entry);
		return call ? [{ entry, call }] : [];
	});

const isSame = (one: unknown, other: unknown): boolean => {
	try {
		expect(one).toEqual(other);
		return true;
	} catch {
		return false;
	}
};

test('converted nodes send the recorded requests, or the list says how they differ', async () => {
	const staying = new Set<string>();
	const differing: string[] = [];
	const same = new Set<string>();
	let stays = 0;
	for (const { entry, call } of recorded) {
		const { workflow, unconverted, points } = convert({
			nodes: [httpNode(call, entry.binary)],
			connections: {},
		});
		if (unconverted.length) {
			staying.add(entry.operation);
			stays++;
			continue;
		}
		const [{ typeVersion, parameters: all }] = workflow.nodes as INode[];
		const { resource, operation, ...parameters } = all as IDataObject;
		const id = [entry.operation.split('.')[0], resource, operation].join('.');
		const version = { from: typeVersion, until: typeVersion };
		expect([id, ...unknownTo(id, parameters, version)]).toEqual([id]);
		const { requests, error } = await play(
			{ ...entry, operation: id, parameters },
			inVersion(originalOf(nodeNameOf(id)), typeVersion),
		);
		const texts = points.map(({ text }) => text);
		if (requests.some((request) => isSame(request, expected(toSend(call, texts), request.body))))
			same.add(entry.operation);
		else
			differing.push(
				`${entry.operation} ${entry.name}: ${error?.message ?? JSON.stringify(requests)}`,
			);
	}
	expect(differing).toEqual([]);
	expect([...staying].sort()).toEqual(STAY);
	process.stdout.write(
		`${recorded.length - stays} of ${recorded.length} recorded requests convert, those of ${same.size} of ${new Set(recorded.map(({ entry }) => entry.operation)).size} operations.\n`,
	);
	expect(same.size).toBeGreaterThan(360);
}, 120_000);
