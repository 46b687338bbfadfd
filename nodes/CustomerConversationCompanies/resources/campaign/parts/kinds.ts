import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { recordOf } from '../../../../shared/steps';
import {
	smsInbox,
	title,
	websiteInbox,
	whatsappInbox,
	type Call,
} from '../../../../shared/vocabulary';

/** The kinds of campaigns, which their inbox decides, and the fields that only some kinds have. */
export const KINDS = {
	website: {
		name: 'Website',
		inbox: websiteInbox,
		fields: ['trigger_rules', 'enabled', 'trigger_only_during_business_hours'],
	},
	sms: { name: 'SMS', inbox: smsInbox, fields: ['scheduled_at', 'audience'] },
	whatsapp: {
		name: 'WhatsApp',
		inbox: whatsappInbox,
		fields: ['scheduled_at', 'audience', 'template', 'template_values', 'variables'],
	},
};

type Kind = keyof typeof KINDS;

const names = Object.keys(KINDS) as Kind[];

/** The fields that decide the kind of a campaign, or depend on it. */
export const DEPENDENT = ['inbox_id', ...names.flatMap((kind) => KINDS[kind].fields)];

const shown = (kinds: Kind[]) => kinds.map((kind) => KINDS[kind].name).join(' or ');

/** The kind of campaigns that an inbox can have: the one that lists the inbox in its inbox field. */
export function kindOf(inbox: IDataObject): Kind | undefined {
	return names.find((kind) => {
		const { only = {} } = KINDS[kind].inbox().locator ?? {};
		return Object.entries(only).every(([key, values]) => values.includes(inbox[key]));
	});
}

/** The path of the account. */
export const accountPath = ({ request: { path } }: Call) => path.replace(/\/campaigns\b.*$/, '');

/**
 * The inbox that is set in the fields; it is read once per execution.
 * @throws BadInput if its campaigns are of another kind, which the service would create instead
 */
export async function inboxFor(call: Call, wanted?: Kind): Promise<IDataObject> {
	const { getOnce, values } = call;
	const id = values.inbox_id as number;
	const inbox = recordOf(await getOnce(`${accountPath(call)}/inboxes/${id}`));
	const kind = kindOf(inbox);
	const { name, channel_type: channel, provider } = inbox;
	// Chatwoot would accept the campaign, and send nothing.
	if (kind === 'whatsapp' && kind === wanted && provider === 'default')
		throw new BadInput(
			`Inbox ${id} (${String(name)}) cannot be used for campaigns: it sends through 360dialog, and Chatwoot only sends those of WhatsApp Cloud inboxes`,
			['inbox_id'],
		);
	if (kind && kind === wanted) return inbox;
	throw new BadInput(
		`Inbox ${id} (${String(name)}) cannot be used for ${shown(wanted ? [wanted] : names)} campaigns: its channel is ${String(channel)}`,
		['inbox_id'],
	);
}

/** @throws BadInput if a field is set that campaigns of this kind do not have, and that the service would ignore */
export function checkFields(kind: Kind, values: IDataObject): void {
	for (const name of DEPENDENT) {
		const owners = names.filter((one) => KINDS[one].fields.includes(name));
		if (values[name] === undefined || owners.length === 0 || owners.includes(kind)) continue;
		throw new BadInput(
			`${title(name)} is for ${shown(owners)} campaigns, not for ${shown([kind])}`,
			[name],
		);
	}
}
