import { CredentialTestContext } from 'n8n-core';
import { LoadOptionsContext } from 'n8n-core/dist/execution-engine/node-execution-context/load-options-context';
import { Workflow, type IDataObject, type INodeTypes } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { credentialTest } from '../../../nodes/shared/editor/credentialTest';
import { sideBySide } from '../../../nodes/shared/transport/run';
import { cpuSeconds, ends, fastClock } from '../../support/clock';
import { additionalData } from '../../support/core';
import { faultsOf, isLong } from '../../support/fuzz';
import {
	attackNames,
	attacking,
	attacks,
	type Attack,
	type AttackName,
} from '../../support/hostile';
import { runAt, TOKEN } from '../../support/run';
import { Trigger } from '../../support/triggerNode';

fastClock();

/** All time-outs of the package pass faster. */
const timeout = AbortSignal.timeout.bind(AbortSignal);
let times = 1;
beforeAll(() => {
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((milliseconds) => timeout(Math.max(600, milliseconds / times)));
});
afterAll(() => jest.restoreAllMocks());

const credentials = (base_url: string) => ({ base_url, api_access_token: TOKEN, account_id: '1' });

interface Outcome {
	items?: unknown;
	error?: unknown;
}

const settled = async (task: Promise<unknown>): Promise<Outcome> => {
	const [outcome] = await Promise.allSettled([task]);
	return outcome.status === 'fulfilled' ? { items: outcome.value } : { error: outcome.reason };
};

const node = new CustomerConversation();
const operation = (name: string, parameters: IDataObject) => async (url: string) => {
	const { items, error } = await runAt(url, name, parameters);
	return error ? { error } : { items };
};

/** Everything that asks the service, with the real door. */
const doors: Record<string, (url: string) => Promise<Outcome>> = {
	'a record': operation('contact.get', { contact_id: 1 }),
	'a list': operation('contact.getAll', { returnAll: true }),
	'a create': operation('contact.create', { name: 'Ann' }),
	'a download': async (url) =>
		await operation('message.downloadAttachments', {
			download: 'url',
			data_url: `${url}/file.pdf`,
		})(url),
	'a list to pick from': async (url) => {
		const workflow = new Workflow({
			nodes: [],
			connections: {},
			active: false,
			nodeTypes: {} as INodeTypes,
		});
		const context = new LoadOptionsContext(
			workflow,
			{
				...{ id: 'node', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0] },
				parameters: { account_id: 1 },
				credentials: { customerConversationApi: { id: 'a', name: 'b' } },
			} as never,
			additionalData(credentials(url)),
			'',
		);
		return await settled(node.methods.listSearch.agents.call(context as never));
	},
	"the credential's test": async (url) => {
		const testResult = await credentialTest.testApi.call(new CredentialTestContext(), {
			id: '',
			name: '',
			type: '',
			data: credentials(url),
		});
		if (testResult.status === 'OK') return { items: [] };
		return { error: Object.assign(new Error(testResult.message), { name: 'NodeOperationError' }) };
	},
	'the registration of a trigger': async (url) =>
		await settled(
			new Trigger({
				credentials: credentials(url),
				parameters: { events: ['message_created'] },
			}).activate(),
		),
};

/** In a hurry one of each kind has to do: of a large reply those that have a limit of their own. */
const FEW_LARGE = ['a record', 'a download'];
const FEW = [...FEW_LARGE, "the credential's test"];

/** What one server does to all doors at once. @returns what is wrong with it */
async function attacked(name: AttackName): Promise<string[]> {
	const attack: Attack = attacks[name];
	const few = attack.much ? FEW_LARGE : FEW;
	const chosen = Object.entries(doors).filter(([door]) => isLong || few.includes(door));
	const other = await attacking({
		answer: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
	});
	const server = await attacking(attack, other.url);
	const judge = async ([door, ask]: (typeof chosen)[0]): Promise<string[]> => {
		const worked = cpuSeconds();
		const asking = ask(server.url);
		if (!(await ends(asking))) return [`${door}: it never ended`];
		const { items, error } = await asking;
		const seconds = worked();
		const words = error ? (error as Error).message : JSON.stringify(items ?? null) && '';
		const isExpected = attack.error ? attack.error.test(words) : !error;
		return [
			...(seconds > 60 ? [`it took ${seconds} s`] : []),
			...(error ? faultsOf(error) : []),
			...(door === 'a record' && !isExpected ? [`it says "${words.slice(0, 300)}"`] : []),
		].map((fault) => `${door}: ${fault}`);
	};
	try {
		const wrong = (await Promise.all(chosen.map(judge))).flat();
		const stolen = other.requests.some((request) => request.includes(TOKEN));
		const shown = server.requests.some((request) => request.split('\r\n')[0].includes(TOKEN));
		return [
			...wrong,
			...(stolen ? ['the token went to another origin'] : []),
			...(shown && name !== 'redirect with the token' ? ['the token stood in an address'] : []),
			...('polluted' in {} ? ['all objects have a new key'] : []),
		];
	} finally {
		await server.close();
		await other.close();
	}
}

const wrong = new Map<AttackName, string[]>();
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

beforeAll(async () => {
	process.on('unhandledRejection', onRejection);
	const tried = async (kind: 'slow' | 'much' | undefined, places: number) => {
		const names = attackNames.filter((name) => {
			const { slow, much }: Attack = attacks[name];
			return (slow ? 'slow' : much ? 'much' : undefined) === kind;
		});
		await sideBySide(names.length, places, async (index) => {
			wrong.set(names[index], await attacked(names[index]));
		});
	};
	await tried(undefined, 8);
	await tried('much', 1);
	times = 300;
	await tried('slow', 8);
	process.off('unhandledRejection', onRejection);
}, 600_000);

test.each(attackNames)('%s ends in time, in words, and the token stays', (name) => {
	expect(wrong.get(name)).toEqual([]);
});

test('nothing is left unheard', () => expect(rejections).toEqual([]));
