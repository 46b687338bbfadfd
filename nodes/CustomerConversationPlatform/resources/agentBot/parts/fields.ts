import type { IDataObject } from 'n8n-workflow';
import { botAddress, botPicture } from '../../../../shared/parts/bots';
import { platformAccount, text, type Call } from '../../../../shared/vocabulary';

export const details = () => [
	text('description', { clear: '' }),
	platformAccount('account_id', {
		hint: 'Account of the bot (not checked by Chatwoot). If empty, it is a system bot, which every account can use.',
		clear: null,
	}),
	...botPicture(),
];

/** Not compared with the reply, because 4.10 returns the name instead of the URL. */
export const address = () => botAddress(false);

/** The bot with the URL as far as it is known: 4.10 returns the name as `outgoing_url`. */
export const known =
	({ request: { body = {} } }: Call) =>
	({ outgoing_url: replied, ...bot }: IDataObject): IDataObject => {
		if ('outgoing_url' in body) return { ...bot, outgoing_url: body.outgoing_url };
		return replied === bot.name ? bot : { ...bot, outgoing_url: replied };
	};

/** For `run`: sends the request, and returns the bot with its known URL. */
export const knownOf = async (call: Call) => (await call.records()).map(known(call));
