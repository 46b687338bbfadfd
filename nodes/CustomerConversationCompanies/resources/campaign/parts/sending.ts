import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { withTemplate } from '../../../../shared/parts/whatsAppTemplate';
import { at } from '../../../../shared/values';
import { withIds, type Call } from '../../../../shared/vocabulary';
import { accountPath } from './kinds';

export const unknownCampaign = ({ values }: Call) =>
	`There may be no campaign ${String(values.campaign_id)}: the service answers 500 then.`;

/** For `run`: sends the operation's own request, and says what its 500 means. */
export const namingCampaign = explaining(unknownCampaign);

/**
 * Says of a website campaign without an address that it does not work: the widget fails on it,
 * before it shows any campaign.
 */
export function hintAtNoUrl({ host }: Call, campaign: IDataObject): void {
	if (campaign.campaign_type !== 'ongoing' || at(campaign, 'trigger_rules.url')) return;
	host.hint(
		`Campaign ${String(campaign.id)} has no page URL. It is shown nowhere, and while it is enabled the other campaigns of its inbox are not shown either. Set Trigger Rules → Page URL.`,
	);
}

/**
 * The labels of the audience as the service wants them. It stores what is no label, which reaches nobody.
 * @throws BadInput where a label is none of the account
 */
async function labelled(call: Call, ids: number[]): Promise<IDataObject[]> {
	const rows = at(await call.getOnce(`${accountPath(call)}/labels`), 'payload') as IDataObject[];
	const labels = rows.map(({ id, title }) => ({ id: id as number, shown: String(title) }));
	const unknown = ids.filter((id) => !labels.some((label) => label.id === id));
	if (unknown.length)
		throw new BadInput(
			`There is no label ${unknown.join(', ')}: ${labels.length ? `there are ${withIds(labels)}` : 'the list is empty'}`,
			['audience'],
		);
	return [...new Set(ids)].map((id) => ({ type: 'Label', id }));
}

/** The body with audience and template in the service's form. */
export async function completed(call: Call, inbox: IDataObject): Promise<IDataObject> {
	const { audience, ...body } = call.request.body ?? {};
	const labels = audience ? { audience: await labelled(call, audience as number[]) } : {};
	return { ...(await withTemplate(call, body, async () => inbox, 'message')), ...labels };
}
