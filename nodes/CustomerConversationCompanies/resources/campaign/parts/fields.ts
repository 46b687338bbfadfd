import { BadInput, badInput } from '../../../../shared/faults';
import { isoOf } from '../../../../shared/time/calendar';
import {
	agent,
	flag,
	group,
	integer,
	labelsById,
	text,
	unix,
	url,
	type Field,
	type Settings,
} from '../../../../shared/vocabulary';

export const campaignTitle = () => text('title', { max: 255 });

export const campaignMessage = () => text('message', { rows: 4 });

/** The optional fields of every campaign. */
export const details = () => [
	text('description', { hint: 'Only visible to your team', clear: '' }),
	agent('sender_id', {
		label: 'Sender',
		hint: 'Agent whose name the message shows',
		clear: null,
		shown: 'sender.id',
	}),
	flag('enabled', {
		hint: 'Whether visitors get the message. Only for website campaigns.',
		default: true,
	}),
	flag('trigger_only_during_business_hours', {
		hint: 'Whether visitors only get the message during the business hours of the inbox. Only for website campaigns.',
	}),
];

export const triggerRules = (settings: Settings = {}) =>
	group(
		'trigger_rules',
		[
			url('url', {
				label: 'Page URL',
				placeholder: 'e.g. https://example.com/pricing*',
				hint: 'Page that shows the message. * matches any text.',
			}),
			integer('time_on_page', {
				label: 'Time on Page (Seconds)',
				hint: 'Number of seconds on the page before the message is shown',
				default: 10,
				range: [0, Infinity],
			}),
		],
		{ placeholder: 'Add Trigger Rules', ...settings },
	);

/** Seconds between the times at which the service looks for campaigns that are due. */
const MOMENT = 300;

const moment = unix('scheduled_at', {
	hint: 'When the message is sent, within five minutes, e.g. 2026-11-24T09:00. Counts in the Time Zone option unless it has an offset. Cannot be in the past.',
});

const NO_DATE = 'must be a date such as 2026-11-24T09:00, not a number or other text';

/** Unix seconds of a date. Throws BadInput for anything that is not a date, numbers included. */
function secondsOf(...[value, reading]: Parameters<Field['convert']>): number {
	if (/^\d+(\.\d+)?$/.test(String(value).trim())) throw new BadInput(NO_DATE);
	try {
		return Number(moment.convert(value, reading));
	} catch {
		throw badInput(NO_DATE);
	}
}

/** Sent as text, because the service reads everything else as now. */
export const scheduledAt = (): Field => ({
	...moment,
	convert: (value, reading) => {
		const seconds = secondsOf(value, reading);
		const written = isoOf(seconds, reading.zone);
		if (seconds < reading.now - MOMENT)
			throw new BadInput(
				`is in the past (${written}): Chatwoot would send it immediately, or never if it is more than three days late`,
			);
		return written;
	},
});

export const audience = () =>
	labelsById('audience', {
		label: 'Audience Label Names or IDs',
		hint: 'All contacts with any of these labels get the message',
	});
