import type { IDataObject } from 'n8n-workflow';
import { explained } from '../../../shared/tasks/explain';
import { recordOf } from '../../../shared/steps';
import { pickedTemplate, templateVariables } from '../../../shared/parts/whatsAppTemplate';
import { templateOf } from '../../../shared/formats/whatsApp';
import { at, isObject } from '../../../shared/values';
import {
	account,
	campaign,
	CAMPAIGN,
	campaignInbox,
	front,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	zone,
} from '../../../shared/vocabulary';
import {
	audience,
	campaignMessage,
	campaignTitle,
	details,
	scheduledAt,
	triggerRules,
} from './parts/fields';
import { checkFields, DEPENDENT, inboxFor, kindOf } from './parts/kinds';
import { completed, hintAtNoUrl, namingCampaign, unknownCampaign } from './parts/sending';

export const update = operation({
	name: 'Update',
	action: 'Update a campaign',
	gives: 'Returns the updated campaign',
	needs: { role: 'administrator' },
	description: 'Completed campaigns cannot be updated',
	request: 'PATCH /api/v1/accounts/{account_id}/campaigns/{campaign_id}',
	path: [account(), campaign()],
	body: [
		front(
			campaignInbox('inbox_id', {
				shown: 'inbox.id',
				hint: 'Only to move the campaign to another inbox of the same kind, or to choose a template',
			}),
		),
		optional(
			campaignTitle(),
			campaignMessage(),
			...details(),
			triggerRules({ hint: 'Replaces the stored rules', clear: {} }),
			audience(),
			scheduledAt(),
			pickedTemplate(),
			templateVariables(),
		),
	],
	options: [optional(zone(), includeSecrets())],
	reply: simplified(stored(), CAMPAIGN),
	run: async (call) => {
		const { request, values, send } = call;
		const { path } = request;
		if (DEPENDENT.some((name) => values[name] !== undefined)) {
			const read = await explained(send({ method: 'GET', path }), unknownCampaign(call));
			const { inbox: stored, template_params: params } = recordOf(read);
			const inbox = stored as IDataObject;
			const kind = kindOf(inbox);
			const next = values.inbox_id === undefined ? inbox : await inboxFor(call, kind);
			if (kind) checkFields(kind, values);
			// The other inbox may not have the template that the campaign keeps.
			if (next.id !== inbox.id && isObject(params) && values.template === undefined)
				templateOf(next, `${String(at(params, 'name'))} (${String(at(params, 'language'))})`);
			request.body = await completed(call, next);
		}
		const [campaign] = await namingCampaign(call);
		hintAtNoUrl(call, campaign);
		return [campaign];
	},
});
