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

/** What a campaign is, which its inbox decides, and the fields that not all of them have. */
export const KINDS = {
	website: {
		name: 'Website',
		inbox: websiteInbox,
		own: ['trigger_rules', 'enabled', 'trigger_only_during_business_hours'],
	},
	sms: { name: 'SMS', inbox: smsInbox, own: ['scheduled_at', 'audience'] },
	whatsapp: {
		name: 'WhatsApp',
		inbox: whatsappInbox,
		own: ['scheduled_at', 'audience', 'template', 'variables'],
	},
};

type Kind = keyof typeof KINDS;

const names = Object.keys(KINDS) as Kind[];

/** The fields that decide, or depend on, what a campaign is. */
export const DEPENDENT = ['inbox_id', ...names.flatMap((kind) => KINDS[kind].own)];

const shown = (kinds: Kind[]) => kinds.map((kind) => KINDS[kind].name).join(' or ');

/** What a campaign of the inbox is: that whose list shows the inbox. */
export function kindOf(inbox: IDataObject): Kind | undefined {
	return names.find((kind) => {
		const { only = {} } = KINDS[kind].inbox().locator ?? {};
		return Object.entries(only).every(([key, values]) => values.includes(inbox[key]));
	});
}

/** The path of the account. */
export const accountPath = ({ request: { path } }: Call) => path.replace(/\/campaigns\b.*$/, '');

/**
 * The inbox that the fields name, which all items of the execution share.
 * @throws BadInput where a campaign in it is of another kind: the service would make that one
 */
export async function inboxFor(call: Call, wanted?: Kind): Promise<IDataObject> {
	const { getOnce, values } = call;
	const id = values.inbox_id as number;
	const inbox = recordOf(await getOnce(`${accountPath(call)}/inboxes/${id}`));
	const kind = kindOf(inbox);
	if (kind && kind === wanted) return inbox;
	const { name, channel_type: channel } = inbox;
	throw new BadInput(
		`Inbox ${id} (${String(name)}) is no ${shown(wanted ? [wanted] : names)} inbox: its channel is ${String(channel)}`,
		['inbox_id'],
	);
}

/** @throws BadInput where a field is set that campaigns of this kind do not have: the service drops it */
export function checkFields(kind: Kind, values: IDataObject): void {
	for (const name of DEPENDENT) {
		const owners = names.filter((one) => KINDS[one].own.includes(name));
		if (values[name] === undefined || owners.length === 0 || owners.includes(kind)) continue;
		throw new BadInput(
			`${title(name)} is for ${shown(owners)} campaigns, not for ${shown([kind])}`,
			[name],
		);
	}
}
