import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { flag, optional, secret } from '../../../shared/vocabulary';
import { addressIsReachable } from '../address';
import { arrivedOf, refusalOf } from '../authenticity';
import { isNotRemoved } from '../../serverAccount';
import type { Source } from '../source';
import {
	isRegistered,
	register,
	registrationOf,
	renew,
	signingSecretOf,
	unregister,
} from './registration';

const { optional: options } = optional(
	addressIsReachable(),
	flag('check_secret', {
		hint: 'Whether to only accept calls with the secret of the registered URL. Other calls are answered with 401.',
		default: true,
	}),
	secret('signing_secret', {
		hint: 'Only needed if Chatwoot signs its calls and the node did not receive the secret when it registered the webhook',
	}),
);

async function refusal(context: IWebhookFunctions): Promise<string | undefined> {
	const { check_secret, signing_secret } = context.getNodeParameter('options', {}) as IDataObject;
	const isChecked = String(check_secret) !== 'false';
	const reasonNow = () =>
		refusalOf(arrivedOf(context), {
			secret: isChecked ? { value: registrationOf(context).secret } : undefined,
			signingKey: (signing_secret as string | undefined) || signingSecretOf(context),
		});
	const reason = reasonNow();
	if (!reason || !isChecked) return reason;
	// A caller without the secret of the URL must not cause a request to Chatwoot.
	if (registrationOf(context).secret && reason.includes('secret')) return reason;
	const [renewed] = await Promise.allSettled([renew(context)]);
	return renewed.status === 'fulfilled' ? reasonNow() : reason;
}

/** A webhook of the account, which the node registers with an administrator's token. */
export const accountWebhook: Source = {
	name: 'Account Webhook',
	notice:
		'When the workflow is activated, or listens for a test event, the node registers this n8n in Chatwoot, with a secret in the URL. Do not enter the webhook URL in Chatwoot by hand.',
	asksCredential: () => true,
	fields: [],
	options,
	begins: [],
	guardsLoops: true,
	serviceEvents: [
		'contact_created',
		'contact_updated',
		'conversation_created',
		'conversation_status_changed',
		'conversation_typing_off',
		'conversation_typing_on',
		'conversation_updated',
		'inbox_created',
		'inbox_updated',
		'message_created',
		'message_updated',
		'webwidget_triggered',
	],
	isRegistered,
	register,
	unregister,
	mayBeRegistered: (context) => isNotRemoved(registrationOf(context)),
	registeredAt: (context) => registrationOf(context).registeredAt,
	renew,
	refusalOf: refusal,
	lets: () => true,
	ownUserOf: (context) => registrationOf(context).userId,
};
