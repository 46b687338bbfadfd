import { pickedTemplate, variableFields } from '../../../shared/parts/whatsAppTemplate';
import {
	account,
	CAMPAIGN,
	choice,
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
import { checkFields, inboxFor, KINDS } from './parts/kinds';
import { completed, hintAtNoUrl } from './parts/sending';

const { website, sms, whatsapp } = KINDS;
const inSight = { shown: 'inbox.id' };

/** Without a date a one-off campaign is sent immediately, without an audience to nobody: both are required. */
export const create = operation({
	name: 'Create',
	action: 'Create a campaign',
	gives: 'Returns the new campaign',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/campaigns',
	path: [account()],
	body: [
		campaignTitle(),
		choice(
			'campaign_kind',
			{
				website: {
					name: website.name,
					parts: [website.inbox('inbox_id', inSight), campaignMessage(), front(triggerRules())],
				},
				sms: {
					name: sms.name,
					parts: [sms.inbox('inbox_id', inSight), campaignMessage(), audience(), scheduledAt()],
				},
				whatsapp: {
					name: whatsapp.name,
					parts: [
						whatsapp.inbox('inbox_id', inSight),
						pickedTemplate(),
						variableFields(),
						audience(),
						scheduledAt(),
					],
				},
			},
			{
				label: 'Kind',
				hint: 'Website campaigns are shown to visitors of a page until you disable them. SMS and WhatsApp campaigns are sent once, to contacts with a label.',
			},
		),
		optional(...details()),
	],
	options: [optional(zone(), includeSecrets())],
	reply: simplified(stored(), CAMPAIGN),
	run: async (call) => {
		const { request, values, records } = call;
		const kind = values.campaign_kind as keyof typeof KINDS;
		checkFields(kind, values);
		request.body = await completed(call, await inboxFor(call, kind));
		const [campaign] = await records();
		hintAtNoUrl(call, campaign);
		return [campaign];
	},
});
