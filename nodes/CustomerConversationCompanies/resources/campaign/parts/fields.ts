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

/** What any campaign may have beside title, inbox and message. */
export const details = () => [
	text('description', { hint: 'For the team; nobody else reads it', clear: '' }),
	agent('sender_id', {
		label: 'Sender',
		hint: 'Whose name the message shows',
		clear: null,
		shown: 'sender.id',
	}),
	flag('enabled', {
		hint: 'Whether visitors get the message. Of website campaigns alone.',
		default: true,
	}),
	flag('trigger_only_during_business_hours', {
		hint: 'Whether visitors get the message in the business hours of the inbox alone. Of website campaigns alone.',
	}),
];

export const triggerRules = (settings: Settings = {}) =>
	group(
		'trigger_rules',
		[
			url('url', {
				label: 'Page URL',
				placeholder: 'e.g. https://example.com/pricing*',
				hint: 'Page on which it shows; * stands for any text',
			}),
			integer('time_on_page', {
				label: 'Time on Page',
				hint: 'Seconds on the page after which it shows',
				default: 10,
				range: [0, Infinity],
			}),
		],
		{ placeholder: 'Add Trigger Rules', ...settings },
	);

/** The service looks every five minutes for what is due; in seconds. */
const MOMENT = 300;

const moment = unix('scheduled_at', {
	hint: 'When the message goes out, within five minutes: a date and time in the Time Zone, or with its own offset. It cannot lie in the past.',
});

const NO_DATE = 'must be a date such as 2026-10-01T09:00, no number and no other text';

/** Unix seconds of a date, of nothing else. */
function secondsOf(...[value, reading]: Parameters<Field['convert']>): number {
	if (/^\d+(\.\d+)?$/.test(String(value).trim())) throw new BadInput(NO_DATE);
	try {
		return Number(moment.convert(value, reading));
	} catch {
		throw badInput(NO_DATE);
	}
}

/** The service wants a text: whatever else it gets means now. */
export const scheduledAt = (): Field => ({
	...moment,
	convert: (value, reading) => {
		const seconds = secondsOf(value, reading);
		const written = isoOf(seconds, reading.zone);
		if (seconds < reading.now - MOMENT)
			throw new BadInput(
				`lies in the past (${written}): the service would send it at once, or never where it is more than three days late`,
			);
		return written;
	},
});

export const audience = () =>
	labelsById('audience', {
		label: 'Audience Label Names or IDs',
		hint: 'All contacts that have one of these labels get the message',
	});
