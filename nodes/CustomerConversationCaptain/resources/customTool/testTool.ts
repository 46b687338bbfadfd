import { account, operation, optional, record, simplified } from '../../../shared/vocabulary';
import { authentication, httpMethod, requestTemplate, testedEndpoint } from './parts/fields';
import { NEEDS, withAuthentication } from './parts/tool';

/** The service tells 200 as the status, whatever the address answered. */
export const testTool = operation({
	name: 'Test',
	action: 'Test a custom tool',
	gives: 'The first 500 characters of what the address answers',
	needs: { role: 'administrator', ...NEEDS, since: '4.13' },
	description: 'The server really calls the address, and stores nothing',
	request: 'POST /api/v1/accounts/{account_id}/captain/custom_tools/test',
	path: [account()],
	body: [
		testedEndpoint(),
		authentication(),
		optional(httpMethod(), requestTemplate('The body of a POST, as it stands')),
	],
	reply: simplified(record(), { body: 'body' }),
	run: withAuthentication,
});
