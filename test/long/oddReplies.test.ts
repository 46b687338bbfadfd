import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import type { Operation } from '../../nodes/shared/vocabulary/operation';
import { callsOf, filled, playsOf } from '../../truth/cases';
import { nodeNameOf, operations } from '../../truth/surfaces';
import { runNode } from '../support/core';
import { onTheDayOfTheRecordings, sleepOnTheDay } from '../support/plays';
import { originalOf } from '../support/run';
import { listen } from '../support/server';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await sleepOnTheDay(milliseconds),
}));

onTheDayOfTheRecordings();

/** What a proxy may answer with status 200 instead of Chatwoot. */
const ODD = ['', 'null', '{}', '[]', '{"ok":true}'];

let body = '';
const server = listen(() => ({
	status: 200,
	headers: { 'content-type': 'application/json' },
	body,
}));
afterAll(async () => await (await server).close());

/** Whether nothing is what Chatwoot answers. */
const endsWithNothing = ({ request, reply }: Operation) =>
	reply?.nothing ?? (request.startsWith('DELETE') && !reply);

/** A list without what should be around it is a list. */
const isList = ({ reply }: Operation) => Boolean(reply?.pages ?? reply?.rows ?? reply?.within);

/** Whether a record can be told from another object: by what its item shows, or by its ID. */
const isTold = ({ request, reply, run }: Operation) =>
	typeof reply?.simple === 'object' ||
	(!run && Boolean(reply?.stored ?? (reply && request.endsWith('_id}'))));

/** Their items are made of several replies, of figures that may be missing, or of lists in them. */
const COMPOSED =
	/^account\.(report\.|csat\.createPage|campaign\.getMetrics|inbox\.getAgentBot|contact\.find$|conversation\.(handOver|setCustomAttributes|getNewMessages)$)|^public\.csatSurvey\.getLink/;

/** Whether this can be told from what Chatwoot answers. */
function isWrong(odd: string, id: string, definition: Operation): boolean {
	if (endsWithNothing(definition) || definition.reply?.file) return false;
	if (odd === '[]' && isList(definition)) return false;
	if (odd === '{"ok":true}' && !isTold(definition)) return false;
	return !(/[[{]/.test(odd) && COMPOSED.test(id));
}

async function outcomeOf(id: string, odd: string) {
	const { url } = await server;
	body = odd;
	const [, resource, operation] = id.split('.');
	const plays = playsOf(id);
	const [play] = [...plays.filter(({ error }) => !error), ...plays];
	if (!callsOf(play).length) return 'error';
	const { parameters, binary, credentials } = play;
	const here = JSON.stringify(filled(parameters)).replaceAll('{base_url}', url);
	const run = runNode(originalOf(nodeNameOf(id)), {
		parameters: { ...(JSON.parse(here) as IDataObject), resource, operation },
		credentials: { base_url: url, api_access_token: 'token', account_id: '', ...credentials },
		items: [{ json: {}, binary }],
	});
	const [result] = await Promise.allSettled([run]);
	return result.status === 'fulfilled' ? result.value.map(({ json }) => json) : 'error';
}

describe.each(operations().map(([id, definition]) => [id, definition] as const))(
	'%s',
	(id, definition) => {
		for (const odd of ODD.filter((one) => isWrong(one, id, definition)))
			test(`fails if every reply is "${odd}"`, async () => {
				expect(await outcomeOf(id, odd)).toBe('error');
			});

		test('may only be answered with nothing if Chatwoot does that', () => {
			if (!definition.reply?.nothing) return;
			const bodies = playsOf(id)
				.filter(({ error }) => !error)
				.map((play) => callsOf(play).at(-1)?.response.body);
			const found = bodies.map((one) => (definition.reply?.paths[0] ? at(one, '') : one));
			expect(found.some((one) => JSON.stringify(one ?? []).length === 2 || one === null)).toBe(
				true,
			);
		});
	},
);
