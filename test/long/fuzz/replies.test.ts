import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { callsOf, plays, type Play } from '../../../truth/cases';
import { operations } from '../../../truth/surfaces';
import { cpuSeconds, ends, fastClock } from '../../support/clock';
import { runNode } from '../../support/core';
import { faultsOf, mutated, mutation, tries, type Mutation } from '../../support/fuzz';
import { nodeOf, TOKEN } from '../../support/run';
import { listen } from '../../support/server';

fastClock();
jest.setTimeout(3_600_000);

const definitions = new Map(operations());
const nodes = new Map<string, INodeType>();

function nodeFor(id: string): INodeType {
	const known = nodes.get(id) ?? nodeOf(definitions.get(id)!, id);
	nodes.set(id, known);
	return known;
}

/** Those that are answered; each operation and reply form is among them. */
const answered = plays.filter(
	(play) => callsOf(play).length > 0 && definitions.has(play.operation),
);

/** No task needs so many: one that does goes round in circles. */
const MOST_REQUESTS = 6_000;

/**
 * Plays a case whose server says something else in one of its replies.
 * @param at which reply
 */
async function playWith(play: Play, at: number, mutations: Mutation[]): Promise<string[]> {
	const calls = callsOf(play);
	let count = 0;
	const server = await listen(() => {
		const index = Math.min(count++, calls.length - 1);
		const { status, headers, body, text } = calls[index].response;
		const { 'content-length': _, ...otherHeaders } = headers ?? {};
		const isMutated = index === at % calls.length && body !== undefined;
		const recordedText =
			body === undefined ? text : JSON.stringify(isMutated ? mutated(body, mutations) : body);
		return {
			// Who goes round in circles is let out.
			status: count > MOST_REQUESTS ? 418 : status,
			headers: { 'content-type': 'application/json', ...otherHeaders },
			body: (recordedText ?? '').replaceAll('{base_url}', server.url),
		};
	});
	const [, resource, operation] = play.operation.split('.');
	const parameters = JSON.parse(
		JSON.stringify({ ...play.parameters, resource, operation }).replaceAll(
			'{base_url}',
			server.url,
		),
	) as Parameters<typeof runNode>[1]['parameters'];
	const worked = cpuSeconds();
	try {
		const run = runNode(nodeFor(play.operation), {
			parameters,
			credentials: {
				...{ base_url: server.url, api_access_token: TOKEN, account_id: '' },
				...play.credentials,
			},
			items: [{ json: {}, binary: play.binary }],
		});
		if (!(await ends(run))) return ['it never ended'];
		const [outcome] = await Promise.allSettled([run]);
		const seconds = worked();
		const isGood =
			outcome.status === 'fulfilled' &&
			outcome.value.every(({ json }) => typeof json === 'object' && json !== null);
		return [
			...(seconds > 60 ? [`it took ${seconds} s`] : []),
			...(count > MOST_REQUESTS ? ['it goes round in circles'] : []),
			...(outcome.status === 'rejected' ? faultsOf(outcome.reason) : []),
			...(outcome.status === 'fulfilled' && !isGood ? ['it gives what is no item'] : []),
			...(outcome.status === 'fulfilled' && JSON.stringify(outcome.value).includes(TOKEN)
				? ['an item holds the token']
				: []),
			...('polluted' in {} ? ['all objects have a new key'] : []),
		];
	} finally {
		await server.close();
	}
}

const nameOf = ({ operation, name, release }: Play) => `${operation}: ${name} on ${release}`;

test('wrong types in recorded replies end in items or in words', async () => {
	await tries(
		'replies',
		250,
		[
			fc.nat({ max: answered.length - 1 }).map((index) => nameOf(answered[index])),
			fc.nat({ max: 9 }),
			fc.array(mutation, { minLength: 1, maxLength: 3 }),
		],
		async (name, at, mutations) => {
			const play = answered.find((one) => nameOf(one) === name);
			// What was found once may be called otherwise today.
			if (!play) return;
			expect([name, ...(await playWith(play, at, mutations))]).toEqual([name]);
		},
	);
});
