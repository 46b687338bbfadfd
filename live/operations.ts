import type { Needs } from '../nodes/shared/vocabulary';
import { sentenceOf } from '../nodes/shared/vocabulary/needs';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import { isSince } from '../nodes/shared/vocabulary/release';
import { plays } from '../truth/cases';
import { entryOf } from '../truth/coverage';
import { catalogue } from '../truth/recordings';
import { nodeNameOf, nodes, operations } from '../truth/surfaces';
import type { Server } from './server';

/** An operation, and whether it works on a server. */
export interface Judged {
	/** `surface.resource.operation`. */
	id: string;
	/** Names as n8n shows them. */
	node: string;
	resource: string;
	operation: string;
	works: boolean;
	/** Why it does not work, without a full stop. */
	why?: string;
}

/** The API's name of a feature; `needs` has the name that n8n shows. */
const flagOf = (feature: string) => feature.toLowerCase().replaceAll(' ', '_');

/** What an operation needs and the server lacks. What is unknown counts as available. */
function lacking(needs: Needs, { release, edition, token, account }: Server): Needs {
	const { role, roleSince, edition: wanted, feature, featureSince, since } = needs;
	const isOlder = since !== undefined && !isSince(release, since);
	const isOff =
		feature !== undefined &&
		isSince(release, featureSince ?? '0') &&
		account?.features?.includes(flagOf(feature)) === false;
	const isBarred = token.role !== undefined && role !== undefined && token.role !== role;
	return {
		...(isBarred && isSince(release, roleSince ?? '0') ? { role } : {}),
		...(wanted && edition === 'community' ? { edition: wanted } : {}),
		// An older release has no such feature to switch on.
		...(isOlder ? { since } : isOff ? { feature } : {}),
	};
}

/**
 * What operations read to report unknown labels and agents outside an inbox, or to know the channel of a message.
 * They skip that if the token may not read it.
 */
const SKIPPED = ['account.label.list', 'account.inbox.get', 'account.inbox.list_assignable_agents'];

/** Whether a bot may send all requests in the cases of an operation. */
function isForBots(id: string, definition: Operation): boolean {
	const called = plays
		.filter(({ operation }) => operation === id)
		.flatMap(({ recordings = [] }) => recordings.map(({ op }) => op))
		.filter((op) => !SKIPPED.includes(op));
	const entry = entryOf(id, definition);
	return [...new Set(entry ? [entry.id, ...called] : called)].every(
		(op) => catalogue.get(op)?.agent_bot_token_allowed ?? true,
	);
}

/** Why a token of this kind cannot use the operation. */
function barred(id: string, definition: Operation, server: Server): string | undefined {
	const { token, platform, account } = server;
	const [surface] = id.split('.');
	if (surface === 'public') return undefined;
	if (surface === 'platform') return platform ? undefined : "Needs a platform app's token";
	if (token.kind === 'platform') return "Needs a user's token";
	if (account?.status === 'suspended') return 'The account is suspended';
	if (token.kind === 'bot' && !isForBots(id, definition)) return 'Not for bots';
	return undefined;
}

/** All operations of the nodes, in their order. */
export const judged = (server: Server): Judged[] =>
	operations().map(([id, definition]) => {
		const [, resource] = id.split('.');
		const { title, resources } = nodes[nodeNameOf(id)];
		const why =
			barred(id, definition, server) ?? sentenceOf(lacking(definition.needs ?? {}, server));
		return {
			id,
			node: title,
			resource: resources[resource].name,
			operation: definition.name,
			works: !why,
			...(why ? { why } : {}),
		};
	});
