/** The credential of every source that calls Chatwoot. */
export const CREDENTIAL = 'customerConversationApi';

/** Display condition without a credential: the user enters the webhook URL in Chatwoot. */
export const BY_HAND = { connection: ['by_hand'] };
