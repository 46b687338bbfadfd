import type { ChannelName } from '../../test/fake/providers';

/** Messages that cannot be judged, with the reason and the day on which that was found. */
export const UNTRIED: Array<{ channel: ChannelName; kind: string; why: string; date: string }> = [
	{
		channel: 'Website',
		kind: 'contact who never wrote',
		why: 'Only the browser in which a contact wrote shows the messages to this contact',
		date: '2026-11-29',
	},
];
