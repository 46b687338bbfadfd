import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	faultNames,
	serveFaults,
	type Fault,
	type FaultName,
	type Seen,
	type Service,
} from './faults';
import { json, runAt } from './run';
import type { Answer } from './server';

export const MAY_EXIST = 'The record may have been created: check before you run it again.';

/**
 * Milliseconds for the false clock: the HTTP client waits for the head of a reply with a timer of
 * its own. They pass in some fifty turns of the event loop, many more than a good answer takes.
 */
export const TIMEOUT = 100_000;

type Meaning = [
	repeatable: 'again' | 'done' | 'refused',
	create: 'again' | 'done' | 'refused' | 'unclear',
	words: string,
];

/** What a fault is to a request that may be sent again, what it is to a create, and its words. */
export const MEANING: Record<FaultName, Meaning> = {
	'429': ['again', 'again', 'Too many requests'],
	'429 with seconds': ['again', 'again', 'Too many requests'],
	'429 with a date': ['again', 'again', 'Too many requests'],
	'500': ['refused', 'unclear', 'Internal Server Error'],
	'500 after acting': ['refused', 'unclear', 'Internal Server Error'],
	'501': ['refused', 'unclear', 'Chatwoot answered with status 501 and gave no reason'],
	'502': ['again', 'unclear', 'Chatwoot answered with status 502 and gave no reason'],
	'503': ['again', 'unclear', 'Chatwoot answered with status 503 and gave no reason'],
	'503 with seconds': ['again', 'unclear', 'Chatwoot answered with status 503 and gave no reason'],
	'504': ['again', 'unclear', 'Chatwoot answered with status 504 and gave no reason'],
	'504 after acting': ['again', 'unclear', 'Chatwoot answered with status 504 and gave no reason'],
	reset: ['again', 'unclear', 'The connection was closed before a reply arrived: http://'],
	'reset after acting': ['again', 'unclear', 'The connection was closed before a reply arrived'],
	silence: ['again', 'unclear', 'No reply arrived in time: http://'],
	'silence after acting': ['again', 'unclear', 'No reply arrived in time: http://'],
	'half JSON': ['again', 'unclear', 'The reply from Chatwoot was cut off'],
	'cut body': ['again', 'unclear', 'The connection was closed before a reply arrived: http://'],
	'cut chunks': ['again', 'unclear', 'The connection was closed before a reply arrived: http://'],
	'cut gzip': ['again', 'unclear', 'The connection was closed before a reply arrived: http://'],
	'web page': ['refused', 'unclear', 'The address answered with a web page instead of data'],
	nothing: ['done', 'unclear', 'Chatwoot answered without the record'],
	'plain text': ['refused', 'unclear', 'Chatwoot answered with text instead of data: OK'],
	'other type': ['done', 'done', ''],
	'huge body': ['done', 'done', ''],
	'301': ['refused', 'refused', 'Chatwoot redirects to https://service.example/'],
	'302': ['refused', 'refused', 'Chatwoot redirects to /elsewhere'],
	'307': ['refused', 'refused', 'Chatwoot redirects to /elsewhere'],
	'308': ['refused', 'refused', 'Chatwoot redirects to /elsewhere'],
};

export const passing = faultNames.filter((name) => MEANING[name][0] === 'again');

export interface Options extends NonNullable<Parameters<typeof runAt>[3]> {
	requestOptions?: IDataObject;
}

/** Runs an operation against a server with faults. */
export async function run(
	name: string,
	parameters: IDataObject,
	service: Service,
	{ requestOptions, ...options }: Options = {},
) {
	const server = await serveFaults(service);
	const withTimeout = { requestOptions: { timeout: TIMEOUT, ...requestOptions } };
	try {
		const outcome = await runAt(server.url, name, { ...parameters, ...withTimeout }, options);
		return { ...outcome, received: server.received, most: server.most() };
	} finally {
		await server.close();
	}
}

export const inputs = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: { id: index + 1, name: `Ann ${index}`, email: `ann-${index}@x.example` },
	}));

export const errorOf = ({ json: { error } }: INodeExecutionData) =>
	error as { message: string; description: string; status: number | null } | undefined;

/** Each contact that was created, by e-mail. */
export function contacts() {
	const stored = new Map<unknown, IDataObject[]>();
	let last = 0;
	const create = ({ body }: Seen): Answer => {
		const sent = JSON.parse(body.toString()) as IDataObject;
		const contact = { id: ++last, ...sent };
		stored.set(sent.email, [...of(sent.email), contact]);
		return json({ payload: { contact, contact_inbox: { inbox: null, source_id: null } } });
	};
	const of = (email: unknown) => stored.get(email) ?? [];
	return { create, of };
}

/** What the service was given, and the ID that it gave. */
export const contactIn = ({ json: { id, name, email } }: INodeExecutionData) => ({
	id,
	name,
	email,
});

export const CONTACT = { name: '={{ $json.name }}', email: '={{ $json.email }}' };

/** The first requests meet these faults, one after the other. */
export function inTurn(...wrong: Array<Fault | undefined>) {
	let count = 0;
	return () => wrong[count++];
}
