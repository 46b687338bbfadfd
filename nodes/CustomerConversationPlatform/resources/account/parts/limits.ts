import { BadInput } from '../../../../shared/faults';
import { isEmpty } from '../../../../shared/values';
import { integer, json, named, type Field } from '../../../../shared/vocabulary';

const NAMES = ['agents', 'inboxes', 'captain_responses', 'captain_documents', 'emails'];

/** Checked here, because the service stores any value as a limit, even text. */
export function limits(): Field {
	const kind = json('limits', {
		hint: `Object with ${NAMES.join(', ')} or some of them. An update replaces all limits: those that you leave out are removed.`,
		placeholder: 'e.g. { "agents": 5 }',
		clear: {},
		since: (value) => ('emails' in (value as object) ? [{ value: 'emails', since: '4.16' }] : []),
	});
	return {
		...kind,
		convert: (value, reading) => {
			const converted = kind.convert(value, reading) as Record<string, unknown>;
			const unknown = Object.keys(converted).filter((name) => !NAMES.includes(name));
			if (unknown.length)
				throw new BadInput(`has unknown keys: ${unknown.join(', ')}. Allowed: ${NAMES.join(', ')}`);
			const set = Object.entries(converted).filter(([, limit]) => !isEmpty(limit));
			if (set.length === 0) throw new BadInput('is empty: set at least one limit');
			return Object.fromEntries(
				set.map(([name, limit]) => {
					const part = integer(name, { range: [0, Infinity] });
					try {
						return [name, part.convert(limit, reading)];
					} catch (error) {
						throw named(part, error);
					}
				}),
			);
		},
	};
}
