import { flag, type Field } from '../../shared/vocabulary';

/** For averages of reports. */
export const businessHours = (): Field =>
	flag('business_hours', {
		hint: 'Whether averages count opening hours only. Inboxes without opening hours add 0 seconds and pull averages down.',
	});
