import { includeSecrets, optional, text } from '../../../shared/fields';
import { account, inbox } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { INBOX } from '../../../shared/simple';
import { ServiceError } from '../../../shared/transport/errors';
import { changedChannel, otherChannel } from './channel';
import { settings, workingHours } from './settings';

export const update = operation({
	name: 'Update',
	action: 'Update an inbox',
	description:
		'For administrators. Where the settings of the channel are refused, the other fields are saved all the same.',
	request: 'PATCH /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
	body: [changedChannel(), optional(text('name'), ...settings(), workingHours())],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), INBOX),
	run: async ({ values, records }) => {
		const [updated] = await records();
		const fault = otherChannel(values, updated);
		if (fault) throw new ServiceError(fault, { status: 200, fields: ['channel_type'] });
		return [updated];
	},
});
