import type { ChannelName } from '../../test/fake/providers';

interface Exception {
	channel: ChannelName;
	kind: string;
	why: string;
	date: string;
}

/** Messages that cannot be judged, with the reason and the day on which that was found. */
export const UNTRIED: Exception[] = [
	{
		channel: 'Website',
		kind: 'contact who never wrote',
		why: 'Only the browser in which a contact wrote shows the messages to this contact',
		date: '2026-11-29',
	},
];

/** Messages that the nodes do not keep in order on a busy server. */
export const SWAPPED: Exception[] = (
	['WhatsApp Cloud', 'Twilio WhatsApp', 'Telegram'] as const
).map((channel) => ({
	channel,
	kind: 'eight texts in a run',
	why: 'Texts of several items only wait for each other with one request at a time: Chatwoot hands over several at once',
	date: '2026-11-29',
}));
