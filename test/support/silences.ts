import type { Row } from '../fake/lists';
import { fromMondayToFriday, inbox } from './workingHours';

export const MINUTE = 60;
export const HOUR = 3_600;
export const DAY = 86_400;

export const SILENCES = ['customer_silent', 'team_silent'];

export const user = {
	message_type: 1,
	sender: { id: 7, name: 'Ada', type: 'user' },
	private: false,
};
export const bot = {
	message_type: 1,
	sender: { id: 3, name: 'Bot', type: 'agent_bot' },
	private: false,
};
export const customer = { message_type: 0, private: false };
export const note = { ...user, private: true };
export const template = { message_type: 3, sender: undefined, private: false };
export const activity = { message_type: 2, sender: undefined, private: false };
export const rule = { ...user, sender: undefined, content_attributes: { automation_rule_id: 3 } };

/** Rows of Silent For. */
export const times = (...all: Array<[amount: number, unit: string]>) => ({
	times: all.map(([amount, unit]) => ({ amount, unit })),
});
export const LADDER = times([10, 'minutes'], [5, 'hours'], [1, 'days']);

/** An inbox that is open from Monday to Friday. */
export const office = (id: number, timezone: string): Row => ({
	id,
	name: `Inbox ${id}`,
	...inbox(timezone, fromMondayToFriday('09:00-17:30')),
});

/** Two with opening hours, and one without. */
export const INBOXES = [
	office(1, 'America/New_York'),
	office(2, 'Asia/Kolkata'),
	{ id: 3, working_hours_enabled: false, working_hours: [], timezone: 'UTC' },
];
