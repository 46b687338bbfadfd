import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { pollUntilFound } from '../../../../shared/tasks/pollUntilFound';
import { worded } from '../../../../shared/values';
import { flag, integer, type Call, type Needs } from '../../../../shared/vocabulary';

/** Chatwoot writes down the recipients of campaigns that begin after its update to 4.17. */
export const DELIVERY: Needs = {
	role: 'administrator',
	edition: 'enterprise',
	feature: 'WhatsApp Campaign',
	since: '4.17',
};

/** Milliseconds between two checks. */
const PAUSE = 5000;

export const untilSent = () => [
	flag('wait_until_done', {
		hint: 'Whether to wait until Chatwoot has sent the campaign to all recipients. WhatsApp reports delivered and read messages later.',
	}),
	integer('wait_minutes', {
		label: 'Maximum Wait (Minutes)',
		hint: 'Only with Wait Until Done. If sending takes longer, it continues in Chatwoot, but this node fails. Default: 10.',
		default: 10,
		range: [1, 240],
	}),
];

/** Waits until the campaign is completed, if that was chosen. @throws ServiceError if it takes too long */
export async function waitUntilSent(call: Call): Promise<void> {
	const { request, send, values } = call;
	if (!values.wait_until_done) return;
	const minutes = Number(values.wait_minutes ?? 10);
	const path = request.path.replace(/\/analytics\/\w+$/, '');
	const pauses = [0, ...Array<number>((minutes * 60_000) / PAUSE).fill(PAUSE)];
	let status: unknown;
	const completed = await pollUntilFound(call, pauses, async () => {
		const campaign = (await send({ method: 'GET', path })) as IDataObject;
		status = campaign.campaign_status;
		return campaign.completed_at || status === 'completed' ? campaign : undefined;
	});
	if (completed) return;
	throw new ServiceError(
		`Campaign ${worded(values.campaign_id)} was not sent within ${minutes} min: its status is ${worded(status)}`,
		{
			fields: ['wait_until_done'],
			hint: 'Chatwoot begins when Scheduled At has passed. Run this again later, or set a longer Maximum Wait.',
		},
	);
}

/** For `run`: explains the refusal of a campaign that has no recipients. */
export async function ofWhatsApp(reading: Promise<IDataObject[]>): Promise<IDataObject[]> {
	return await reading.catch((error: unknown) => {
		if (error instanceof ServiceError && error.status === 401)
			error.hint =
				'Only administrators can read it, only for campaigns of a WhatsApp inbox, and only with the account feature WhatsApp Campaign.';
		throw error;
	});
}
