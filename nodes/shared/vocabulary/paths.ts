/** Of the API. */
export const ACCOUNT_API = '/api/v1/accounts/{account_id}';

/** Of the dashboard. */
export const DASHBOARD = '/app/accounts/{account_id}';

/** Where people see a record. The names are keys of its item. */
export const PAGES = {
	article: '/hc/{portal_slug}/articles/{slug}',
	contact: `${DASHBOARD}/contacts/{contact_id}`,
	conversation: `${DASHBOARD}/conversations/{conversation_id}`,
	inbox: `${DASHBOARD}/settings/inboxes/{inbox_id}`,
	message: `${DASHBOARD}/conversations/{conversation_id}?messageId={id}`,
};
