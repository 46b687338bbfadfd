import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { mappedAttributes } from '../../../shared/parts/attributes';
import { differing } from '../../../shared/tasks/differing';
import { recordOf, steps } from '../../../shared/steps';
import {
	account,
	COMPANIES,
	front,
	operation,
	optional,
	simplified,
	stored,
	type Call,
} from '../../../shared/vocabulary';
import { ATTRIBUTED, companyName, details, domain } from './parts/fields';
import { COMPANY } from './parts/simple';
import { without } from '../../../shared/values';

/**
 * The company with the domain, in upper or lower case.
 * @throws ServiceError if several companies have it
 */
async function ofDomain({ list, request, values }: Call): Promise<IDataObject | undefined> {
	const query = { q: values.domain, sort: 'domain,created_at' };
	const rows = await list({ method: 'GET', path: `${request.path}/search`, query }, COMPANIES);
	const found = rows.filter((row) => String(row.domain).toLowerCase() === values.domain);
	if (found.length < 2) return found[0];
	const named = found.map((row) => `${row.id as number} (${row.domain as string})`);
	throw new ServiceError(
		`Several companies have the domain "${values.domain as string}": ${named.join(', ')}`,
		{
			status: 200,
			fields: ['domain'],
			hint: 'Clear the domain of all but one of them, or delete the others.',
		},
	);
}

/** If someone else creates the company in the meantime, the service refuses ours, and theirs is found. */
async function findOrCreate(call: Call): Promise<{ action: string; company: IDataObject }> {
	const known = await ofDomain(call);
	if (known) return { action: 'found', company: known };
	const create = async () => {
		// Safe to send again: the service refuses a second company with this domain.
		const made = await call.send({ ...call.request, again: true });
		return { action: 'created', company: recordOf(made, 'payload', true) };
	};
	return await create().catch(async (error: unknown) => {
		const isTaken = error instanceof ServiceError && error.fields.includes('domain');
		const company = isTaken ? await ofDomain(call) : undefined;
		if (!company) throw error;
		return { action: 'found', company };
	});
}

/** Safe to repeat: sends nothing if nothing would change. */
export const upsert = operation({
	name: 'Create or Update',
	action: 'Create or update a company',
	gives: 'Returns the company, with action: created, updated or unchanged',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	description: 'Matched by its domain',
	request: 'POST /api/v1/accounts/{account_id}/companies',
	path: [account()],
	body: [
		domain({ hint: 'Used to find the company, not case-sensitive' }),
		front(companyName({ hint: 'Required for new companies' })),
		mappedAttributes('company_attribute', 'Empty fields keep their value', ATTRIBUTED),
		optional(...details('. Merged with the stored ones.')),
	],
	reply: simplified(stored(), { action: 'action', ...COMPANY }),
	run: async (call) => {
		const { request, send } = call;
		const fields = without(request.body ?? {}, 'domain');
		const step = steps();
		const { action, company } = await step(
			'Finding or creating the company',
			async () => await findOrCreate(call),
			(one) => `company ${one.company.id as number} was ${one.action}`,
		);
		if (action === 'created') return [{ action, ...company }];
		const body = differing(company, fields);
		if (Object.keys(body).length === 0) return [{ action: 'unchanged', ...company }];
		const path = `${request.path}/${company.id as number}`;
		const updated = await step(
			'Updating the company',
			async () => recordOf(await send({ method: 'PATCH', path, body }), 'payload'),
			() => 'it was updated',
		);
		return [{ action: 'updated', ...updated }];
	},
});
