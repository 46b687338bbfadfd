import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, working } from '../../nodes/shared/editor/node';
import { panelOf } from '../../nodes/shared/editor/panel';
import {
	account,
	asIs,
	email,
	flag,
	operation,
	optional,
	pick,
	record,
	resource,
	shapeByVersion,
	simplified,
	text,
	type Operation,
	type Resources,
} from '../../nodes/shared/vocabulary';

/** A made-up node as it was, and as it is once its version was raised by the recipe of CONTRIBUTING. */

const common = {
	name: 'Create',
	action: 'Create a person',
	gives: 'The person',
	request: 'POST /api/v1/accounts/{account_id}/contacts',
	path: [account()],
} satisfies Partial<Operation>;

export const before: Resources = {
	person: resource('Person', {
		create: operation({
			...common,
			body: [
				text('old_name', { as: 'name' }),
				text('identifier'),
				pick('kind', { lead: 'Lead', partner: 'Partner' }),
				flag('blocked', { hint: 'Whether the person is blocked' }),
				optional(text('phone'), flag('vip', { hint: 'Whether the person is important' })),
			],
			reply: simplified(record('payload.contact'), { ...asIs('id'), title: 'name' }),
		}),
	}),
};

const blocked = { hint: 'Whether the person is blocked' };
const vip = { hint: 'Whether the person is important' };

export const resources: Resources = {
	person: resource('Person', {
		create: operation({
			...common,
			body: [
				text('old_name', { as: 'name', until: 1 }),
				text('full_name', { as: 'name', from: 2 }),
				text('identifier', { until: 1 }),
				email('email', { from: 2 }),
				pick('kind', {
					lead: 'Lead',
					partner: { name: 'Partner', until: 1 },
					customer: { name: 'Customer', from: 2 },
				}),
				flag('blocked', { ...blocked, until: 1 }),
				flag('blocked', { ...blocked, from: 2, default: true }),
				optional(
					text('phone', { until: 1 }),
					text('phone_number', { from: 2 }),
					flag('vip', { ...vip, until: 1 }),
					flag('vip', { ...vip, from: 2, default: true }),
				),
			],
			reply: simplified(
				record('payload.contact'),
				shapeByVersion(
					{ shape: asIs('id') },
					{ until: 1, shape: { title: 'name' } },
					{ from: 2, shape: { full_name: 'name' } },
				),
			),
		}),
	}),
};

/** A node of these operations. */
export function nodeOf(operations: Resources, versions?: number[]): INodeType {
	const panel = panelOf(operations, versions);
	const load = async () => operations;
	const description: INodeTypeDescription = {
		displayName: 'Raised',
		name: 'raised',
		description: 'A node of two versions',
		defaults: { name: 'Raised' },
		credentials: [{ name: 'customerConversationApi', required: true }],
		...calling(panel, load),
	};
	return { description, ...working(panel, load) };
}

const raised = nodeOf(resources, [1, 2]);

/** As n8n loads it. */
export class Raised implements INodeType {
	description = raised.description;

	customOperations = raised.customOperations;

	methods = raised.methods;
}
