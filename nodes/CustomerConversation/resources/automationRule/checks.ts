import { BadInput } from '../../../shared/transport/errors';
import { isObject } from '../../../shared/values';

type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/**
 * One condition. The service stores wrong ones with 200, and the rule is silent ever after.
 * @param row attribute_key, filter_operator, values, query_operator; further keys go out as they are
 */
export function condition(row: Row, { number, last }: { number: number; last: boolean }): Row {
	for (const key of ['attribute_key', 'filter_operator'])
		if (!isText(row[key])) throw new BadInput(`entry ${number} needs ${key} as a text`);
	const { values = [], query_operator: joint = null } = row;
	const change = row.filter_operator === 'attribute_changed';
	if (change ? !isObject(values) : !Array.isArray(values))
		throw new BadInput(
			`entry ${number} needs values as ${change ? 'an object with from and to' : 'a list'}`,
		);
	const joined = isText(joint);
	if (last && joined)
		throw new BadInput(`entry ${number} is the last and must have no query_operator`);
	if (!last && !/^(and|or)$/i.test(String(joint)))
		throw new BadInput(`entry ${number} needs AND or OR as query_operator`);
	return { ...row, values, query_operator: joined ? joint : null };
}

/** Digits of an id as a number: the service ignores ids that are texts. */
const id = (value: unknown) =>
	typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

/** @param row action_name, action_params */
export function action(row: Row, { number }: { number: number }): Row {
	const { action_name: name, action_params: params = [] } = row;
	if (!isText(name)) throw new BadInput(`entry ${number} needs action_name as a text`);
	if (!Array.isArray(params)) throw new BadInput(`entry ${number} needs action_params as a list`);
	const takesIds = ['assign_agent', 'assign_team', 'add_sla'].includes(String(name));
	return { ...row, action_params: takesIds ? params.map(id) : params };
}
