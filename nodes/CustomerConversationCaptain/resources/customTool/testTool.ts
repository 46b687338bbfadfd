import { account, operation, optional, record, simplified } from '../../../shared/vocabulary';
import { authentication, httpMethod, requestTemplate, testedEndpoint } from './parts/fields';
import { NEEDS, withAuthentication } from './parts/tool';

/** The service returns the status 200, whatever the URL answered. */
export const testTool = operation({
	name: 'Test',
	action: 'Test a custom tool',
	gives: 'Returns the first 500 characters of the response',
	needs: { role: 'administrator', ...NEEDS, since: '4.13' },
	description: 'The server calls the URL, but stores nothing',
	request: 'POST /api/v1/accounts/{account_id}/captain/custom_tools/test',
	path: [account()],
	body: [
		testedEndpoint(),
		authentication(),
		optional(httpMethod(), requestTemplate('Body of a POST request, sent as it is')),
	],
	reply: simplified(record(), { body: 'body' }),
	run: withAuthentication,
});
