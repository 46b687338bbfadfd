import { offsetOf } from '../../../../shared/time/calendar';
import { fixed, optional, pick, zone } from '../../../../shared/vocabulary';

/** The service reads other values as the last 7 days. */
export const metricPeriod = () => [
	pick(
		'range',
		{
			7: 'Last 7 Days',
			30: 'Last 30 Days',
			90: 'Last 90 Days',
			this_month: 'This Month',
			last_month: 'Last Month',
		},
		{ label: 'Period' },
	),
	fixed({
		timezone_offset: ({ now, zone: timezone }: { now: number; zone: string }) =>
			offsetOf(now, timezone) / 60 || undefined,
	}),
];

export const inZone = () => [optional(zone())];
