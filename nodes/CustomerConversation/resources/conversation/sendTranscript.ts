import { account, conversation, email, nothing, operation } from '../../../shared/vocabulary';

/** The service accepts any text as an email and answers 200. */
export const sendTranscript = operation({
	name: 'Email Transcript',
	action: 'Email the transcript of a conversation',
	gives: "Returns the conversation's ID immediately, before the email arrives",
	description:
		'Limited to 1,000 emails per hour per account (30 on Chatwoot 4.10). On Chatwoot Cloud, the plan may set a lower limit.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/transcript',
	path: [account(), conversation()],
	body: [email('email', { label: 'Send To', hint: 'Email of the recipient' })],
	reply: nothing,
});
