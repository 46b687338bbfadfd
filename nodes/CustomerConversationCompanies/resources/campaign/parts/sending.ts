import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { withTemplate } from '../../../../shared/parts/whatsAppTemplate';
import { at } from '../../../../shared/values';
import { withIds, type Call } from '../../../../shared/vocabulary';
import { accountPath } from './kinds';

export const unknownCampaign = ({ values }: Call) =>
	`Campaign ${String(values.campaign_id)} may not exist: Chatwoot answers 500 in that case.`;

/** For `run`: sends the request, and explains a 500. */
export const namingCampaign = explaining(unknownCampaign);

/**
 * Warns about a website campaign without a URL: the widget fails on it before it shows any other
 * campaign.
 */
export function hintAtNoUrl({ host }: Call, campaign: IDataObject): void {
	if (campaign.campaign_type !== 'ongoing' || at(campaign, 'trigger_rules.url')) return;
	host.hint(
		`Campaign ${String(campaign.id)} has no page URL, so it is never shown. While it is enabled, other campaigns of its inbox are not shown either. Set Trigger Rules → Page URL.`,
	);
}

/**
 * The labels of the audience in the service's form. It also stores unknown labels, which reach nobody.
 * @throws BadInput if the account does not have one of the labels
 */
async function labelled(call: Call, ids: number[]): Promise<IDataObject[]> {
	const rows = at(await call.getOnce(`${accountPath(call)}/labels`), 'payload') as IDataObject[];
	const labels = rows.map(({ id, title }) => ({ id: id as number, shown: String(title) }));
	const unknown = ids.filter((id) => !labels.some((label) => label.id === id));
	if (unknown.length)
		throw new BadInput(
			`Label ${unknown.join(', ')} was not found: ${labels.length ? `choose from ${withIds(labels)}` : 'the account has no labels'}`,
			['audience'],
		);
	return [...new Set(ids)].map((id) => ({ type: 'Label', id }));
}

/** The request body with audience and template in the service's form. */
export async function completed(call: Call, inbox: IDataObject): Promise<IDataObject> {
	const { audience, ...body } = call.request.body ?? {};
	const labels = audience ? { audience: await labelled(call, audience as number[]) } : {};
	return { ...(await withTemplate(call, body, async () => inbox, 'message')), ...labels };
}
