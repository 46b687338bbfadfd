import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import { recordOf } from '../../shared/steps';
import { rowsOf } from '../../shared/transport/pages';
import { at, isObject, isSame } from '../../shared/values';
import { plain, type Call } from '../../shared/vocabulary';

/** Copies records with conditions or actions to another account, where everything in them has other IDs. */

type Row = Record<string, unknown>;

/** How to list the records of a kind, and which of their fields conditions use as value. */
interface Kind {
	list: string;
	rows: string;
	value: string;
	/** What identifies a record in every account. */
	name: (row: IDataObject) => unknown;
}

const attribute = (model: string): Kind => ({
	list: `custom_attribute_definitions?attribute_model=${model}_attribute`,
	rows: '',
	value: 'attribute_key',
	// With another type it has other operators.
	name: ({ attribute_key: key, attribute_display_type: type }) =>
		`${String(key)} (${String(type)})`,
});

const KINDS = {
	agent: { list: 'agents', rows: '', value: 'id', name: ({ email }) => email },
	team: { list: 'teams', rows: '', value: 'id', name: ({ name }) => name },
	inbox: { list: 'inboxes', rows: 'payload', value: 'id', name: ({ name }) => name },
	label: { list: 'labels', rows: 'payload', value: 'title', name: ({ title }) => title },
	'SLA policy': { list: 'sla_policies', rows: 'payload', value: 'id', name: ({ name }) => name },
	'contact attribute': attribute('contact'),
	'conversation attribute': attribute('conversation'),
} satisfies Record<string, Kind>;

type KindName = keyof typeof KINDS;

const CONDITIONS: Record<string, KindName> = {
	assignee_id: 'agent',
	team_id: 'team',
	inbox_id: 'inbox',
	labels: 'label',
};

/** By `custom_attribute_type`. Without one, the service refuses unknown keys itself. */
const ATTRIBUTE_KINDS: Record<string, KindName> = {
	contact_attribute: 'contact attribute',
	conversation_attribute: 'conversation attribute',
};

const ACTIONS: Record<string, KindName> = {
	assign_agent: 'agent',
	assign_team: 'team',
	add_sla: 'SLA policy',
	add_label: 'label',
	remove_label: 'label',
};

/** Returns the new value for a value that identifies a record of a kind. */
type Swap = (kind: KindName, value: unknown) => unknown;

/** Changes each value of a list or of `{ from, to }`, or a single value. */
const mapValues = (values: unknown, task: (value: unknown) => unknown): unknown => {
	if (Array.isArray(values)) return values.map(task);
	if (!isObject(values)) return task(values);
	return Object.fromEntries(
		Object.entries(values).map(([key, list]) => [key, mapValues(list, task)]),
	);
};

function conditionWith(swap: Swap, row: Row): Row {
	const { attribute_key: key, custom_attribute_type: model, values } = row;
	const customKind = ATTRIBUTE_KINDS[String(model)];
	if (customKind) return { ...row, attribute_key: swap(customKind, key) };
	const kind = CONDITIONS[String(key)];
	return kind ? { ...row, values: mapValues(values, (value) => swap(kind, value)) } : row;
}

function actionWith(swap: Swap, row: Row): Row {
	const { action_name: name, action_params: params } = row;
	if (name === 'send_email_to_team')
		return {
			...row,
			action_params: [params ?? []]
				.flat()
				.map((mail) =>
					isObject(mail)
						? { ...mail, team_ids: mapValues(mail.team_ids, (id) => swap('team', id)) }
						: mail,
				),
		};
	const kind = ACTIONS[String(name)];
	return kind ? { ...row, action_params: mapValues(params, (value) => swap(kind, value)) } : row;
}

/** The conditions and actions of a record, if it has them, with their values replaced. */
const partsWith = (swap: Swap, { conditions, actions }: Row): Row => ({
	...(conditions
		? { conditions: (conditions as Row[]).map((row) => conditionWith(swap, row)) }
		: {}),
	...(actions ? { actions: (actions as Row[]).map((row) => actionWith(swap, row)) } : {}),
});

/** Whether a value identifies a record: 0 and words such as `nil` do not. */
const isName = (kind: KindName, value: unknown) =>
	(KINDS[kind].value === 'id' ? /^[1-9]\d*$/ : /\S/).test(String(value ?? ''));

/**
 * The conditions and actions of a record with the values of the other account.
 * @param source account of the record
 * @throws BadInput with everything that prevents the copy
 */
async function translated(
	{ getOnce }: Call,
	record: Row,
	source: unknown,
	target: unknown,
): Promise<Row> {
	const named = new Set<KindName>();
	partsWith((kind, value) => {
		if (isName(kind, value)) named.add(kind);
		return value;
	}, record);
	const rows = async (account: unknown, { list, rows: path }: Kind) =>
		rowsOf(await getOnce(`/api/v1/accounts/${String(account)}/${list}`), path);
	const lists = new Map<KindName, { here: IDataObject[]; there: IDataObject[] }>();
	for (const name of named) {
		const kind = KINDS[name];
		// The value of a label is its title, and it may be missing in the source account.
		const here = name === 'label' ? [] : await rows(source, kind);
		lists.set(name, { here, there: await rows(target, kind) });
	}

	const lacking = new Set<string>();
	const several = new Set<string>();
	const gone = new Set<string>();
	const copy = partsWith((kind, value) => {
		const { here, there } = lists.get(kind) ?? {};
		if (!here || !there || !isName(kind, value)) return value;
		const { value: key, name: nameOf } = KINDS[kind];
		const known = here.find((row) => String(row[key]) === String(value));
		if (!known && kind !== 'label') {
			gone.add(`${kind} ${String(value)}`);
			return value;
		}
		const name = known ? nameOf(known) : value;
		const found = there.filter((row) => plain(nameOf(row)) === plain(name));
		if (found.length === 1) return found[0][key];
		(found.length ? several : lacking).add(`${kind} "${String(name)}"`);
		return value;
	}, record);
	const files = ((record.actions ?? []) as Row[]).filter(
		({ action_name: name }) => name === 'send_attachment',
	);
	const faults = [
		lacking.size && `Account ${String(target)} does not have ${[...lacking].join(', ')}`,
		several.size && `Account ${String(target)} has more than one ${[...several].join(', ')}`,
		gone.size && `Account ${String(source)} no longer has ${[...gone].join(', ')}`,
		files.length &&
			`The file of send_attachment belongs to account ${String(source)} and cannot be copied`,
	].filter(Boolean);
	if (faults.length)
		throw new BadInput(`Nothing was copied. ${faults.join('; ')}`, ['target_account_id']);
	return copy;
}

/**
 * The `run` of an operation that copies a record to the account of its request: creates it there, or
 * updates the one with the same name. Safe to repeat.
 * @param noun for the record in errors, such as `rule`
 * @param field with the ID of the record
 * @param keys to copy in addition to conditions and actions
 * @param first keys that are only copied to a new record
 */
export const copying =
	(noun: string, field: string, keys: string[], first: string[] = []) =>
	async (call: Call): Promise<IDataObject[]> => {
		const { request, send, getOnce, values } = call;
		const { account_id: source, target_account_id: target, [field]: id } = values;
		if (source === target)
			throw new BadInput(`Target Account must not be the account of the ${noun}`, [
				'target_account_id',
			]);
		const path = request.path.replace(/(?<=\/accounts\/)\d+/, String(source));
		const original = recordOf(await getOnce(`${path}/${String(id)}`), 'payload');
		const only = (names: string[]) =>
			Object.fromEntries(names.map((name) => [name, original[name] ?? null]));
		const wanted = { ...only(keys), ...(await translated(call, original, source, target)) };
		const body = { ...wanted, ...request.body } as IDataObject;

		const all = rowsOf(await send({ method: 'GET', path: request.path }));
		const [known, other] = all.filter(({ name }) => name === original.name);
		if (other)
			throw new BadInput(
				`Account ${String(target)} has more than one ${noun} named "${String(original.name)}": keep only one of them`,
				['target_account_id'],
			);
		const stored = (reply: unknown) =>
			recordOf({ one: [at(reply, 'payload') ?? reply].flat()[0] }, 'one');
		if (!known) {
			const set = Object.entries({ ...only(first), ...body }).filter(([, value]) => value !== null);
			const made = await send({ ...request, body: Object.fromEntries(set) });
			return [{ action: 'created', ...stored(made) }];
		}
		if (Object.entries(body).every(([key, value]) => isSame(known[key] ?? null, value)))
			return [{ action: 'unchanged', ...known }];
		const changed = { method: 'PATCH', path: `${request.path}/${String(known.id)}`, body };
		return [{ action: 'updated', ...stored(await send(changed)) }];
	};
