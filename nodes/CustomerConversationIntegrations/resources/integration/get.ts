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
	gives: 'The app with its connections',
	description: 'Also of an app that the server does not offer',
	request: 'GET /api/v1/accounts/{account_id}/integrations/apps/{app_id}',
	path: [account(), app()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), APP),
	run: explaining(() => 'There may be no app of this ID: the service answers 500 then.'),
});
