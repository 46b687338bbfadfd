import type { IDataObject } from 'n8n-workflow';
import { plays, type Play } from '../../../truth/cases';
import { inBrackets, multipart } from '../../../nodes/shared/formats/form';
import { isObject, without } from '../../../nodes/shared/values';
import { nodeNameOf, operations } from '../../../truth/surfaces';
import { long } from '../../support/long';
import { onTheDayOfTheRecordings, play, sleepOnTheDay } from '../../support/plays';
import { originalOf } from '../../support/run';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await sleepOnTheDay(milliseconds),
}));

onTheDayOfTheRecordings();
jest.setTimeout(60_000);

/** The case with each of its optional fields left out, one at a time. */
const withOneUnset = ({ parameters, ...entry }: Play): Play[] =>
	Object.entries(parameters).flatMap(([group, fields]) =>
		isObject(fields) && !('__rl' in fields)
			? Object.keys(fields).map((name) => ({
					...entry,
					name: `${entry.name} without ${name}`,
					parameters: { ...parameters, [group]: without(fields as IDataObject, name) },
				}))
			: [],
	);

const hasFiles = ({ binary }: Play) => binary !== undefined;

/** What is sent as a form in every variant: JSON leaves out what is undefined, a form writes it as text. */
const tried = plays
	.filter(({ error }) => !error)
	.flatMap((entry) => [entry, ...withOneUnset(entry)])
	.filter((entry, index) => hasFiles(entry) || index % long(1, 20) === 0);

test.each(operations().map(([id]) => id))(
	'%s sends nothing for a field that is not set',
	async (id) => {
		for (const entry of tried.filter(({ operation }) => operation === id)) {
			const { requests } = await play(entry, originalOf(nodeNameOf(id)));
			const sent = requests.map((request) => JSON.stringify(request)).join('\n');
			expect([entry.name, sent]).toEqual([entry.name, expect.not.stringMatching(/\bundefined\b/)]);
		}
	},
);

test('forms and queries leave out what is undefined, as JSON does', () => {
	const values = { a: undefined, b: { c: undefined, d: 'x' } } as unknown as IDataObject;
	expect(inBrackets(values)).toEqual([['b[d]', 'x']]);
	const { body } = multipart(values, []);
	expect(body.toString().match(/name="[^"]*"/g)).toEqual(['name="b[d]"']);
});
