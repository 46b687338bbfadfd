import { account, conversation, email, operation } from '../../../shared/vocabulary';

/** The service takes any text for an address and answers 200. */
export const sendTranscript = operation({
	name: 'Send Transcript',
	action: 'Email the transcript of a conversation',
	gives: "The conversation's ID at once, before the e-mail arrives",
	description:
		"The service sends 1,000 an hour for an account, 4.10 only 30; on the vendor's cloud the plan limits them, too",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/transcript',
	path: [account(), conversation()],
	body: [email('email', { label: 'Send To' })],
});
