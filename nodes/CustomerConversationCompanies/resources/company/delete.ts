import { account, company, operation } from '../../../shared/vocabulary';

export const deleteCompany = operation({
	name: 'Delete',
	action: 'Delete a company',
	gives: 'Returns the ID of the deleted company',
	needs: {
		role: 'administrator',
		edition: 'enterprise',
		since: '4.7',
		feature: 'Companies',
		featureSince: '4.14',
	},
	description: 'Deleted within seconds. Its contacts are kept, without a company.',
	request: 'DELETE /api/v1/accounts/{account_id}/companies/{company_id}',
	path: [account(), company()],
});
