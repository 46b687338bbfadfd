/** Recorded replies, for requests that the sandbox has no records for. */
import { allRecordings, recording, releases } from '../truth/recordings';
import { iso, type Row } from './rows';

/** A reply to a request. */
export interface Answer {
	status: number;
	/** A text is sent unchanged, anything else as JSON. Without it the reply is empty. */
	body?: unknown;
	/** The content type, if it is not the usual one for the body. */
	type?: string;
	/** The reply is a recording. The sandbox says so in the header `x-replayed`. */
	replayed?: true;
}

/** Method and path, with a wildcard for each numeric id. */
const shapeOf = (request: string) => request.replace(/\/\d+(?=\/|$)/g, '/*');

/** The last recording of an operation is the one that is used: the case `ok` of the oldest release. */
const recordings = releases
	.toReversed()
	.flatMap((release) => allRecordings(release).toReversed())
	.filter(({ response }) => response.status < 300)
	.sort((one, other) => Number(one.case === 'ok') - Number(other.case === 'ok'));

const replays = new Map<string, Answer>();
for (const { op, request, response } of recordings) {
	const { status, body = response.text, headers } = response;
	const answer = { status, body, type: headers?.['content-type'] };
	replays.set(op, answer);
	replays.set(shapeOf(`${request.method} ${request.path}`), answer);
}

const root = recording('transport', 'transport-api-root').response;

/** The root of the API, with the time of the request. @param ahead seconds that the clock is ahead */
export function rootAt(ahead: number): Answer {
	const timestamp = iso(Date.now() / 1000 + ahead)?.replace(/T(.*)\..*/, ' $1');
	return { status: root.status, body: { ...(root.body as Row), timestamp } };
}

/**
 * The recorded reply for an operation or a request, if there is one.
 * @param name the id of an operation, or the method and path of a request
 */
export const replayOf = (name: string): Answer | undefined => replays.get(shapeOf(name));
