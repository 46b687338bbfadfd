import type { IDataObject } from 'n8n-workflow';
import { unreached } from '../../../../shared/tasks/unreached';
import { picks, type Call, type Field, type Settings } from '../../../../shared/vocabulary';

/** A repeated one is sent once: the service would store it twice. */
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
			inbox_created: 'Inbox Created',
			inbox_updated: 'Inbox Updated',
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

export const INBOX_HINT = 'Only saved: Chatwoot delivers the events of all inboxes anyway';

/**
 * The webhook that the service made, with `warning` where it takes the address and will never call it:
 * the item is the one place where a reader meets that, and the record is as whole as without it.
 */
export async function withWarning(call: Call): Promise<IDataObject[]> {
	const withReachability = async (made: IDataObject) => {
		const warning = await unreached(String(made.url), call);
		return warning ? { ...made, warning } : made;
	};
	return await Promise.all((await call.records()).map(withReachability));
}
