import type { IDataObject } from 'n8n-workflow';
import { badInput } from '../../../shared/faults';
import { recordOf } from '../../../shared/steps';
import {
	account,
	assistant,
	FAQS,
	operation,
	plain,
	record,
	simplified,
	type Call,
} from '../../../shared/vocabulary';
import { answer, question } from './parts/fields';
import { FAQ } from './parts/simple';

/** The FAQs of the assistant by question; the service allows the same question several times. */
const knownFaqs = async (
	{ once, list, request: { path } }: Call,
	assistant_id: number,
): Promise<Map<string, IDataObject[]>> =>
	await once(`FAQs ${path} ${assistant_id}`, async () => {
		const known = new Map<string, IDataObject[]>();
		for (const row of await list({ method: 'GET', path, query: { assistant_id } }, FAQS)) {
			const key = plain(row.question);
			known.set(key, [...(known.get(key) ?? []), row]);
		}
		return known;
	});

/** Items for the same assistant run one after the other, so that a repeated question is created once. */
export const upsert = operation({
	name: 'Create or Update',
	action: 'Create or update an FAQ',
	gives: 'Returns the FAQ, with action: created, updated or unchanged',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Matched by its question',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistant_responses',
	path: [account()],
	body: [assistant(), question(), answer()],
	reply: simplified(record(), { action: 'action', ...FAQ }),
	run: async (call) => {
		const { request, send } = call;
		const { assistant_id, ...fields } = request.body as IDataObject & { assistant_id: number };
		const known = await knownFaqs(call, assistant_id);
		const key = plain(fields.question);
		const [faq, ...others] = known.get(key) ?? [];
		if (others.length)
			throw badInput(
				`Several FAQs have this question: ${[faq, ...others].map(({ id }) => String(id)).join(', ')}. Delete all but one.`,
				['question'],
			);
		if (!faq) {
			const made = recordOf(await send(request), '', true);
			known.set(key, [made]);
			return [{ action: 'created', ...made }];
		}
		const changes = Object.entries(fields).filter(([name, value]) => faq[name] !== value);
		if (changes.length === 0) return [{ action: 'unchanged', ...faq }];
		const body = Object.fromEntries(changes) as IDataObject;
		const path = `${request.path}/${String(faq.id)}`;
		const changed = recordOf(await send({ method: 'PATCH', path, body }));
		known.set(key, [changed]);
		return [{ action: 'updated', ...changed }];
	},
});
