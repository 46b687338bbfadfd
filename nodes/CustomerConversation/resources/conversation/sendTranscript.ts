import { email } from '../../../shared/fields';
import { account, conversation } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

/** The service takes any text for an address and answers 200. */
export const sendTranscript = operation({
	name: 'Send Transcript',
	action: 'Email the transcript of a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/transcript',
	path: [account(), conversation()],
	body: [email('email', { label: 'Send To' })],
});
