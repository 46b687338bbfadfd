import { BadInput } from '../../../shared/faults';
import { listedLabels } from '../../../shared/tasks/labels';
import { emailDomain, supportEmail } from '../../../shared/parts/accountEmail';
import {
	account,
	flag,
	integer,
	locale,
	operation,
	optional,
	simplified,
	stored,
	text,
	textsOf,
} from '../../../shared/vocabulary';
import { ACCOUNT } from './parts/simple';

/** The service only accepts a flat body. Settings that are not sent keep their values. */
export const update = operation({
	name: 'Update',
	action: 'Update an account',
	gives: 'Returns the account with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}',
	path: [account()],
	body: [
		optional(
			text('name'),
			locale(),
			emailDomain(),
			supportEmail(),
			integer('auto_resolve_after', {
				since: '4.2',
				shown: 'settings.auto_resolve_after',
				hint: 'Number of minutes without activity after which a conversation is resolved',
				range: [10, 1439856],
				clear: null,
			}),
			text('auto_resolve_message', {
				since: '4.2',
				shown: 'settings.auto_resolve_message',
				hint: 'Sent to the customer when a conversation is resolved automatically',
				rows: 3,
				clear: null,
			}),
			flag('auto_resolve_ignore_waiting', {
				since: '4.2',
				shown: 'settings.auto_resolve_ignore_waiting',
				hint: 'Whether conversations that wait for an answer stay open',
				clear: null,
			}),
			text('auto_resolve_label', {
				shown: 'settings.auto_resolve_label',
				hint: 'Label added to conversations that are resolved automatically',
				clear: null,
			}),
			flag('audio_transcriptions', {
				shown: 'settings.audio_transcriptions',
				hint: 'Whether incoming voice messages are transcribed',
				clear: null,
			}),
			textsOf('conversation_required_attributes', {
				shown: 'settings.conversation_required_attributes',
				hint: 'Keys of the conversation attributes that agents must fill in before they resolve a conversation, separated by commas',
				clear: [],
			}),
			text('industry', { shown: 'custom_attributes.industry', clear: null }),
			text('company_size', { shown: 'custom_attributes.company_size', clear: null }),
			text('timezone', { label: 'Time Zone', shown: 'custom_attributes.timezone', clear: null }),
			text('website', { since: '4.16', shown: 'custom_attributes.website', clear: null }),
			text('referral_source', {
				since: '4.16',
				shown: 'custom_attributes.referral_source',
				hint: 'How the account found Chatwoot',
				clear: null,
			}),
			text('user_role', {
				since: '4.16',
				shown: false,
				hint: 'Role of the person who signed up. No operation returns it.',
				clear: null,
			}),
		),
	],
	reply: simplified(stored(), ACCOUNT),
	run: async (call) => {
		const label = call.request.body?.auto_resolve_label as string | null | undefined;
		const [spelled = label] = await listedLabels(call, label ? [label] : []);
		if (spelled !== label)
			throw new BadInput(`Auto Resolve Label must be "${spelled}", as the account spells it`, [
				'auto_resolve_label',
			]);
		return await call.records();
	},
});
