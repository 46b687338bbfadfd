import { ServiceError } from '../../../shared/faults';
import { spellingLabels } from '../../../shared/tasks/labels';
import { hintingUnreached } from '../../../shared/tasks/unreached';
import {
	account,
	inbox,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { calledByInbox, changedChannel, otherChannel } from './parts/channel';
import { labelsInRules } from './parts/csat';
import { hasUnusedHours, workingHours } from './parts/hours';
import { emailLayout, settings } from './parts/settings';
import { ONE_INBOX } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update an inbox',
	gives: 'Returns the inbox with its new settings',
	needs: { role: 'administrator' },
	description:
		'If channel settings are refused, Chatwoot 4.10 still saves the other fields; 4.16 saves nothing. Wrong IMAP or SMTP data are refused but saved by both.',
	request: 'PATCH /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
	body: [changedChannel(), optional(text('name'), ...settings(), ...workingHours(), emailLayout())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(''), ONE_INBOX),
	run: hintingUnreached(
		calledByInbox,
		spellingLabels(labelsInRules, async ({ values, records, host }) => {
			const [updated] = await records();
			const fault = otherChannel(values, updated);
			if (fault) throw new ServiceError(fault, { status: 200, fields: ['channel_type'] });
			if (hasUnusedHours(values, updated))
				host.hint(
					`The working hours of inbox ${String(updated.id)} are saved, but not active. To apply them, turn on Working Hours Enabled.`,
				);
			return [updated];
		}),
	),
});
