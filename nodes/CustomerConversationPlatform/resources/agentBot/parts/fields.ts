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

/** With 4.10 the replies have the name in the place of the address. */
export const address = () => botAddress(false);

/** 4.10 repeats the name as `outgoing_url` in its replies: there known is only what was sent. */
export const known =
	({ request: { body = {} } }: Call) =>
	({ outgoing_url: replied, ...bot }: IDataObject): IDataObject => {
		if ('outgoing_url' in body) return { ...bot, outgoing_url: body.outgoing_url };
		return replied === bot.name ? bot : { ...bot, outgoing_url: replied };
	};

/** For `run`: the operation's own request. */
export const knownOf = async (call: Call) => (await call.records()).map(known(call));
