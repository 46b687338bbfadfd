import { entryOf } from '../truth/coverage';
import { catalogue, recordingsOf, releases, type Recording } from '../truth/recordings';
import { operations } from '../truth/surfaces';

/**
 * `npm run api -- account.webhook.update`: an operation of the service's API with its recordings of each
 * release. Takes its name in the catalogue, a node's `surface.resource.operation`, or a part of these.
 */

/** Longest reply that is shown whole. */
const LONGEST = 2000;

const shortened = (value: unknown): string => {
	const text = JSON.stringify(value, undefined, 2) ?? '';
	return text.length > LONGEST
		? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} characters more`
		: text;
};

function shown({ case: name, as, request, response }: Recording): string {
	const { method, path, ...sent } = request;
	const { status, body, text } = response;
	return [
		`--- ${name}, as ${as}`,
		`${method} ${path}`,
		...(Object.keys(sent).length ? [shortened(sent)] : []),
		`→ ${status} ${body === undefined ? (text ?? '').slice(0, LONGEST) : shortened(body)}`,
	].join('\n');
}

/** The names in the catalogue that a search matches. */
function namesOf(search: string): string[] {
	if (catalogue.has(search)) return [search];
	const offered = operations().find(([id]) => id === search);
	const entry = offered && entryOf(...offered);
	return entry ? [entry.id] : [...catalogue.keys()].filter((id) => id.includes(search));
}

const [search = ''] = process.argv.slice(2);
const names = search ? namesOf(search) : [];
if (names.length === 1) {
	const [id] = names;
	console.log(JSON.stringify(catalogue.get(id), undefined, 2));
	for (const release of releases) {
		const recorded = recordingsOf(id, release);
		console.log(`\n=== ${release}: ${recorded.length} recordings`);
		for (const recording of recorded) console.log(shown(recording));
	}
} else {
	console.error(names.length ? names.join('\n') : `No operation ${search || 'was named'}.`);
	process.exitCode = 1;
}
