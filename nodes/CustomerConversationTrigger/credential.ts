/** What every source takes that needs the service itself. */
export const CREDENTIAL = 'customerConversationApi';

/** Where nobody needs it: the user connects the address with the service. */
export const BY_HAND = { connection: ['by_hand'] };
