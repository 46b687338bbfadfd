import {
	before,
	dateOf,
	firstDate,
	isMidnight,
	offsetOf,
	PRESETS,
	type Calendar,
	type Span,
	type Unit,
} from '../../../../shared/time/calendar';
import { pick, type Call, type Field } from '../../../../shared/vocabulary';

export const compareWith = (): Field =>
	pick(
		'compare_with',
		{ period_before: 'Previous Period', year_before: 'Same Period a Year Earlier' },
		{
			hint: 'Adds the figures of an earlier period as "previous". A month is compared with the month before, a period up to now with the same part of the earlier one.',
			default: 'period_before',
		},
	);

/** The unit that a span consists of, and how many of them. */
type Step = [unit: Unit, count: number];

const DAY = 86_400;

/** Seconds between two moments as a clock in the zone shows them. */
const onTheClock = ({ since, until }: Span, zone: string): number =>
	until - since + (offsetOf(until, zone) - offsetOf(since, zone)) * 60;

function stepOf(span: Span, { zone, weekStart }: Calendar): Step {
	if (!isMidnight(span.since, zone) || !isMidnight(span.until, zone))
		return ['day', Math.max(1, Math.ceil(onTheClock(span, zone) / DAY))];
	const [from, to] = [dateOf(span.since, zone), dateOf(span.until, zone)];
	if (from.day === 1 && to.day === 1) return ['month', to.diff(from, 'month').months];
	const { days } = to.diff(from, 'day');
	return from.equals(firstDate(from, 'week', weekStart)) && days % 7 === 0
		? ['week', days / 7]
		: ['day', days];
}

/** The step to the same span a year before. It keeps the number of days, except for whole months; for whole weeks it is 52 weeks. */
function yearOf([unit]: Step, { since }: Span, zone: string): Step {
	if (unit === 'week') return ['week', 52];
	if (unit !== 'day') return ['year', 1];
	const date = dateOf(since, zone);
	return ['day', date.diff(date.minus({ year: 1 }), 'day').days];
}

/** The bounds of the period that "Compare With" chooses, if any. */
export function earlier({ values, request, ...calendar }: Call): Span | undefined {
	if (!values.compare_with) return undefined;
	const span = request.query as unknown as Span;
	const preset = PRESETS[String(values.period)];
	const step: Step = preset ? [preset.unit, preset.back || 1] : stepOf(span, calendar);
	const { zone } = calendar;
	const isYear = values.compare_with === 'year_before';
	const [unit, count] = isYear ? yearOf(step, span, zone) : step;
	return {
		since: before(span.since, unit, count, zone),
		until: before(span.until, unit, count, zone),
	};
}
