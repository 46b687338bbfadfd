import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	choice,
	fixed,
	flag,
	front,
	secret,
	type Choice,
	type Part,
} from '../../shared/vocabulary';
import { BY_HAND } from '../credential';

const [byHand] = BY_HAND.connection;

/** The choice who enters the webhook URL in Chatwoot. @param parts fields that the node needs to do it */
export const connection = (parts: Part[]): Choice => {
	const chosen = choice(
		'connection',
		{
			by_node: { name: 'By This Node', parts },
			[byHand]: {
				name: 'By Hand',
				parts: [
					front(
						secret('signing_secret', {
							hint: 'Secret of the bot or inbox (Chatwoot 4.13 or later). If set, only calls signed with it are accepted.',
						}),
					),
					fixed({ by_hand: true }),
				],
			},
		},
		{
			hint: "By This Node: when the workflow is activated, with an administrator's token. By Hand: paste the webhook URL into the settings of the bot or inbox; no token is needed.",
		},
	);
	return { ...chosen, property: { ...chosen.property, noDataExpression: true } };
};

type Context = IHookFunctions | IWebhookFunctions;

export const isByHand = (context: Context): boolean =>
	context.getNodeParameter('connection', '') === byHand;

/** The signing secret that the user entered. */
export const signedByHandWith = (context: Context): string | undefined =>
	(context.getNodeParameter('signing_secret', '') as string) || undefined;

export const replaceAddress = () =>
	flag('replace_address', {
		hint: 'Whether to replace the URL of a bot or API inbox that already has one, and the bot of inboxes that already have one. Otherwise the activation fails.',
	});
