import { explaining } from '../../../shared/tasks/explain';
import {
	account,
	app,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { APP } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an integration',
	gives: 'Returns the app with its connections',
	description: 'Also works for apps that the server does not offer',
	request: 'GET /api/v1/accounts/{account_id}/integrations/apps/{app_id}',
	path: [account(), app()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), APP),
	run: explaining(() => 'There may be no app with this ID: Chatwoot answers 500 in this case.'),
});
