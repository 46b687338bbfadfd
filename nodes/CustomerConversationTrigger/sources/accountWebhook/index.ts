import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { flag, optional, secret } from '../../../shared/vocabulary';
import { refusalOf } from '../authenticity';
import type { Source } from '../source';
import {
	isRegistered,
	register,
	registrationOf,
	signingSecretOf,
	unregister,
} from './registration';

const { optional: options } = optional(
	flag('address_is_reachable', {
		hint: 'Whether to register a private address all the same, because SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is in the environment of the service',
	}),
	flag('check_secret', {
		hint: 'Whether to let in only what comes to the address with the secret that the node registers. Other calls get 401.',
		default: true,
	}),
	secret('signing_secret', {
		hint: 'Only if the service signs and the node does not know the secret: newer releases give it when the webhook is registered',
	}),
);

function refusal(context: IWebhookFunctions): string | undefined {
	const { check_secret, signing_secret } = context.getNodeParameter('options', {}) as IDataObject;
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const { secret: value } = registrationOf(context);
	return refusalOf(
		{
			secret: (context.getQueryData() as IDataObject).secret,
			headers: context.getHeaderData(),
			rawBody,
		},
		{
			secret: String(check_secret) === 'false' ? undefined : { value },
			signingKey: (signing_secret as string | undefined) || signingSecretOf(context),
		},
		Math.floor(Date.now() / 1000),
	);
}

/** A webhook of the account, which the node itself registers with an administrator's token. */
export const accountWebhook: Source = {
	name: 'Account Webhook',
	notice:
		'The node registers this n8n at the service by itself, with a secret in the address, when the workflow is activated or listens for a test event. Do not enter the webhook URL there by hand.',
	fields: [],
	options,
	told: [
		...['contact_created', 'contact_updated', 'conversation_created'],
		...['conversation_status_changed', 'conversation_typing_off', 'conversation_typing_on'],
		...['conversation_updated', 'inbox_created', 'inbox_updated', 'message_created'],
		...['message_updated', 'webwidget_triggered'],
	],
	isRegistered,
	register,
	unregister,
	refusalOf: refusal,
	ownUserOf: (context) => registrationOf(context).userId,
};
