import { flag, type Field } from '../../shared/vocabulary';

/** Whether the averages of reports only count business hours. */
export const businessHours = (): Field =>
	flag('business_hours', {
		hint: 'Whether averages only count business hours. Inboxes without business hours count as 0 seconds and lower the averages.',
	});
