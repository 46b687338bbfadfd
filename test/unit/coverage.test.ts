import {
	choice,
	fixed,
	flag,
	operation,
	optional,
	pick,
	text,
	type Operation,
} from '../../nodes/shared/vocabulary';
import { coverage, excuses, notRun } from '../../truth/coverage';
import type { Proof } from '../../truth/proofs';
import { operations } from '../../truth/surfaces';
import { listed, main } from '../coverage';

test('nodes, catalogue, cases and scenarios fit together: npm run coverage:api names what is missing', () => {
	expect(coverage().faults).toEqual([]);
});

test('every exception has a date and a reason', () => {
	expect(excuses).not.toEqual([]);
	for (const [key, excuse] of excuses)
		expect({ key, ...excuse }).toEqual({
			key,
			since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
			why: expect.stringMatching(/^.{10,}\.$/),
		});
});

test('lists what is missing by kind and operation', () => {
	const id = 'account.contact.create';
	expect(
		listed([
			{ kind: 'No case sets this', id, name: 'email' },
			{ kind: 'In no scenario', id },
			{ kind: 'No case sets this', id, name: 'name' },
			{ kind: 'No case sets this', id: 'account.contact.update', name: 'name' },
		]),
	).toBe(
		[
			...['No case sets this (3):', `  ${id}: email, name`, '  account.contact.update: name', ''],
			...['In no scenario (1):', `  ${id}`, '', ''],
		].join('\n'),
	);
});

test('explains itself, and refuses unknown options', () => {
	const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
	expect(main(['--help'])).toBe(0);
	expect(written.mock.calls.join()).toContain('--check');
	written.mockRestore();
	expect(() => main(['--chek'])).toThrow("Unknown option '--chek'");
	expect(() => main(['account.contact'])).toThrow('account.contact');
});

describe('runs on real servers', () => {
	const proof = (release: string, date: string) =>
		({ release, date, verdicts: { 'account.label.get': 'right' } }) as unknown as Proof;
	const runs = [proof('4.10.0', '2026-11-22'), proof('4.16.2', '2026-11-28')];
	const [ran, added] = ['account.label.get', 'account.label.archive'];
	const faultsOf = (days: Record<string, string>) =>
		notRun(
			[ran, added],
			runs,
			Object.fromEntries(
				Object.entries(days).map(([id, since]) => [id, { since, why: 'Added without a server.' }]),
			),
		);
	const missing = (name: string) => ({
		kind: 'Not run on a server (npm run test:live), and not in `notYetLive`',
		id: added,
		name,
	});
	const needless = (id: string) => ({ kind: 'Excused, but nothing is wrong', id });

	test('name an operation that they lack, until it is listed as added after them', () => {
		const [first, second] = ['4.10.0 (run on 2026-11-22)', '4.16.2 (run on 2026-11-28)'];
		expect(faultsOf({})).toEqual([missing(first), missing(second)]);
		expect(faultsOf({ [added]: '2026-11-21' })).toEqual([missing(first), missing(second)]);
		expect(faultsOf({ [added]: '2026-11-27' })).toEqual([missing(second)]);
		expect(faultsOf({ [added]: '2026-11-28' })).toEqual([]);
	});

	test('refuse an entry of that list that excuses nothing', () => {
		const listed = { [added]: '2026-11-28' };
		expect(faultsOf({ ...listed, [ran]: '2026-11-28' })).toEqual([needless(ran)]);
		const gone = 'account.label.gone';
		expect(faultsOf({ ...listed, [gone]: '2026-11-28' })).toEqual([needless(gone)]);
	});

	test('are compared with the operations of the nodes', () => {
		const all = operations();
		const [, definition] = all.find(([id]) => id === ran)!;
		const { faults } = coverage([...all, [added, definition]]);
		expect(faults).toContainEqual(missing(expect.stringMatching(/^4\.\d+\.\d+ \(run on .+\)$/)));
	});
});

describe('an altered operation', () => {
	/** The faults of the nodes with one operation altered. */
	const faultsOf = (id: string, alter: (definition: Operation) => Operation) =>
		coverage(
			operations().map(([one, definition]) => [one, one === id ? alter(definition) : definition]),
		).faults;
	const withBody =
		(...parts: NonNullable<Operation['body']>) =>
		(definition: Operation) =>
			operation({ ...definition, body: [...(definition.body ?? []), ...parts] });
	const unknown = (id: string, name: string) => ({
		kind: 'The catalogue does not know this',
		id,
		name,
	});
	const unset = (id: string, name: string) => ({ kind: 'No case sets this', id, name });

	test('is refused with a field that the catalogue does not know and no case sets', () => {
		const id = 'account.contact.create';
		const emoji = optional(flag('emoji', { hint: 'Whether to send an emoji' }));
		expect(faultsOf(id, withBody(emoji))).toEqual([unset(id, 'emoji'), unknown(id, 'emoji')]);
	});

	test('is refused with a field in the query that the catalogue does not know', () => {
		const id = 'account.contact.getLabels';
		const emoji = flag('emoji', { hint: 'Whether to return emojis' });
		expect(faultsOf(id, (definition) => ({ ...definition, query: [emoji] }))).toEqual([
			unknown(id, 'emoji'),
		]);
	});

	test('is refused with a known field that no case sets', () => {
		const id = 'account.contact.create';
		expect(
			faultsOf(id, (definition) => ({
				...definition,
				options: [optional(flag('quietly', { hint: 'Whether to be quiet' }))],
			})),
		).toEqual([unset(id, 'quietly')]);
	});

	test('is refused with a value of a list that the catalogue does not know', () => {
		const id = 'account.conversation.setPriority';
		const priority = pick('priority', { urgent: 'Urgent', whenever: 'Whenever' });
		expect(faultsOf(id, (definition) => ({ ...definition, body: [priority] }))).toEqual([
			unknown(id, 'priority=whenever'),
		]);
	});

	test('is refused with a choice that no case plays and whose constant the catalogue does not know', () => {
		const id = 'account.conversation.assign';
		const assignTo = choice('assign_to', {
			robot: { name: 'Robot', parts: [fixed({ assignee_type: 'Robot' })] },
		});
		const faults = faultsOf(id, (definition) => ({
			...definition,
			body: [...(definition.body ?? []), assignTo],
		}));
		expect(faults).toEqual([unset(id, 'assign_to=robot'), unknown(id, 'assignee_type=Robot')]);
	});

	test('is refused with a field that can be emptied and no case empties', () => {
		const id = 'account.label.update';
		const color = optional(text('color', { clear: '' }));
		expect(faultsOf(id, (definition) => ({ ...definition, body: [color] }))).toContainEqual(
			unset(id, 'clear_fields=color'),
		);
	});

	test('is refused if it lacks a field that the catalogue has', () => {
		const id = 'account.conversation.setPriority';
		expect(faultsOf(id, (definition) => ({ ...definition, body: [] }))).toContainEqual({
			kind: 'The catalogue has a field that no node sends',
			id: 'account.conversation.set_priority',
			name: 'priority',
		});
	});
});
