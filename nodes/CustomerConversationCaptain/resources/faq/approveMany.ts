import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { account, fixed, ids, operation, records, simplified } from '../../../shared/vocabulary';
import { FAQ } from './parts/simple';

export const approveMany = operation({
	name: 'Approve Many',
	action: 'Approve many FAQ entries',
	gives: 'Returns one item per FAQ, which the assistant can now use',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Only before Chatwoot 4.16: later releases approve every FAQ',
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [
		ids('ids', { label: 'FAQ IDs', since: () => [{ before: '4.16' }] }),
		fixed({ type: 'AssistantResponse', fields: { status: 'approve' } }),
	],
	reply: simplified(records(), FAQ),
	run: async ({ records: approve, request }): Promise<IDataObject[]> => {
		const found = await approve();
		const requested = request.body?.ids as number[];
		const unknown = requested.filter((id) => !found.some((one) => one.id === id));
		if (unknown.length === 0) return found;
		throw new ServiceError(`FAQ ${unknown.join(', ')} was not found`, {
			status: 200,
			hint: unknown.length < requested.length ? 'The others were approved.' : '',
			fields: ['ids'],
		});
	},
});
