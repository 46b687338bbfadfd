import { picks, type Field, type Settings } from '../../../shared/fields';

/** Those that are delivered. A repeated one is sent once: the service would store it twice. */
export function subscriptions(settings: Settings): Field {
	const chosen = picks(
		'subscriptions',
		{
			contact_created: 'Contact Created',
			contact_updated: 'Contact Updated',
			conversation_created: 'Conversation Created',
			conversation_status_changed: 'Conversation Status Changed',
			conversation_typing_off: 'Typing Stopped',
			conversation_typing_on: 'Typing Started',
			conversation_updated: 'Conversation Updated',
			message_created: 'Message Created',
			message_updated: 'Message Updated',
			webwidget_triggered: 'Website Widget Opened',
		},
		{ label: 'Events', ...settings },
	);
	return {
		...chosen,
		convert: (value, reading) => [...new Set(chosen.convert(value, reading) as string[])],
	};
}

export const INBOX_HINT = 'Stored and shown; events of all inboxes are delivered all the same';
