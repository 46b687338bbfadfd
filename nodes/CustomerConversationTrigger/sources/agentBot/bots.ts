import type { IDataObject } from 'n8n-workflow';
import { badInput, OTHER_ANSWER, ServiceError } from '../../../shared/faults';
import { recordOf } from '../../../shared/steps';
import { at } from '../../../shared/values';
import type { Holder, HolderKind } from '../oneAddress';

type Bot = Holder & { system_bot: boolean };

const botOf = (row: IDataObject) =>
	({ ...row, url: (row.outgoing_url as string | null) || null }) as unknown as Bot;

/** The bots of an account; system bots cannot have a URL. */
export const bots: HolderKind = {
	name: 'agent_bot',
	noun: 'bot',
	list: async ({ root, send }) => {
		const rows = await send({ method: 'GET', path: `${root}/agent_bots` });
		if (!Array.isArray(rows))
			throw new ServiceError('Chatwoot did not return its list of bots', { hint: OTHER_ANSWER });
		return (rows as IDataObject[]).map(botOf);
	},
	take: async ({ here, root, send }, { sourceSettings }, all, isTriggerAddress) => {
		const { agent_bot_id: id, bot_name: name } = sourceSettings;
		if (id === undefined) {
			const called = (all as Bot[]).filter((bot) => bot.name === name && !bot.system_bot);
			const found =
				called.find(({ url }) => isTriggerAddress(url)) ?? called.find(({ url }) => !url);
			if (found ?? called[0]) return found ?? called[0];
			const made = await send({ method: 'POST', path: `${root}/agent_bots`, body: { name } });
			return botOf(recordOf(made, '', true));
		}
		const found = (all as Bot[]).find((bot) => bot.id === Number(id));
		if (!found)
			throw badInput(`Bot ${String(id)} was not found in account ${here.account}: choose another`, [
				'agent_bot_id',
			]);
		if (found.system_bot)
			throw badInput(
				`The bot ${found.name} is a system bot, which accepts no URL: choose another, or New Bot`,
				['agent_bot_id'],
			);
		return found;
	},
	write: async ({ root, send }, id, outgoing_url) =>
		await send({ method: 'PATCH', path: `${root}/agent_bots/${id}`, body: { outgoing_url } }),
	links: {
		wanted: ({ sourceSettings }) => (sourceSettings.bot_inbox_ids ?? []) as number[],
		ownerOf: async ({ root, send }, inbox) =>
			at(await send({ method: 'GET', path: `${root}/inboxes/${inbox}/agent_bot` }), 'agent_bot') as
				Holder | undefined,
		link: async ({ root, send }, inbox, agent_bot) =>
			await send({
				method: 'POST',
				path: `${root}/inboxes/${inbox}/set_agent_bot`,
				body: { agent_bot },
			}),
	},
};
