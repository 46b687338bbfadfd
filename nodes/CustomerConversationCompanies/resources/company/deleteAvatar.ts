import { account, company, operation, record, simplified } from '../../../shared/vocabulary';
import { COMPANY } from './parts/simple';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of a company',
	gives: 'Returns the company, without an avatar',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'DELETE /api/v1/accounts/{account_id}/companies/{company_id}/avatar',
	path: [account(), company()],
	reply: simplified(record('payload'), COMPANY),
});
