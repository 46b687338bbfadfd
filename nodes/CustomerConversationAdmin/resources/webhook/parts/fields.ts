import type { IDataObject } from 'n8n-workflow';
import { unreached } from '../../../../shared/tasks/unreached';
import { picks, type Call, type Field, type Settings } from '../../../../shared/vocabulary';

/** Sends each event once: the service would store repeated ones twice. */
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

/** For `run`: adds a hint, and a `warning` to the webhook, if the service accepts its URL but will never call it. */
export async function withWarning(call: Call): Promise<IDataObject[]> {
	const [webhook] = await call.records();
	const warning = await unreached(String(webhook.url), call);
	if (!warning) return [webhook];
	call.host.hint(`${warning}.`);
	return [{ ...webhook, warning }];
}
