/** Path of an account in the API. */
export const ACCOUNT_API = '/api/v1/accounts/{account_id}';

/** Path of an account in the dashboard. */
export const DASHBOARD = '/app/accounts/{account_id}';

/** Paths of the page that shows a record. The placeholders are keys of its item. */
export const PAGES = {
	article: '/hc/{portal_slug}/articles/{slug}',
	contact: `${DASHBOARD}/contacts/{contact_id}`,
	conversation: `${DASHBOARD}/conversations/{conversation_id}`,
	inbox: `${DASHBOARD}/settings/inboxes/{inbox_id}`,
	message: `${DASHBOARD}/conversations/{conversation_id}?messageId={id}`,
};
