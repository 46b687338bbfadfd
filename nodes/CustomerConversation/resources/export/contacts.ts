import type { IDataObject } from 'n8n-workflow';
import { createdContacts } from '../../../shared/tasks/createdContacts';
import { isOn } from '../../../shared/tasks/features';
import { unlessGone } from '../../../shared/steps';
import { at } from '../../../shared/values';
import {
	account,
	allTimeOrPeriod,
	CONTACTS,
	exportedRows,
	fixed,
	flag,
	labels,
	operation,
	optional,
	zone,
	type Call,
} from '../../../shared/vocabulary';
import { clock, createdInPeriod } from '../../tasks/longLists';
import {
	apiOf,
	attributeKeys,
	cell,
	dashboardOf,
	jsonCell,
	labelCell,
	rowWithAttributes,
} from './parts/columns';

/** Says what the service leaves out of its lists, if a feature of the account makes it do so. */
async function unlisted(call: Call): Promise<string | undefined> {
	return (await isOn(call, 'crm_v2'))
		? 'The account has the feature CRM V2, with which Chatwoot only lists contacts that are leads. Others, such as imported contacts, are left out.'
		: undefined;
}

export const contacts = operation({
	name: 'Export Contacts',
	action: 'Export contacts',
	gives: 'Returns one row per contact created in the period, oldest first',
	description: 'Only includes contacts that have an email, phone number or identifier',
	request: 'GET /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	query: [
		fixed({ sort: 'created_at', include_contact_inboxes: 'false' }),
		optional(labels('labels', { hint: 'Only contacts with at least one of these labels' })),
	],
	options: [
		...allTimeOrPeriod(),
		optional(
			flag('include_labels', {
				hint: 'Whether to include the labels of each contact, which needs one request per contact. On unless you add this option and turn it off.',
			}),
			zone(),
		),
	],
	reply: exportedRows,
	run: (call) => {
		const { values, send, host } = call;
		const time = clock(call);
		const dashboard = dashboardOf(call);
		const labelsOf = async ({ id }: IDataObject) => {
			const path = `${apiOf(call)}/contacts/${String(id)}/labels`;
			return at(await unlessGone(send({ method: 'GET', path })), 'payload');
		};
		/** The contacts of the last days that were read, since several imports of a day ask for the same ones. */
		let last: { days: string; rows: Promise<IDataObject[]> } | undefined;
		const exported = createdInPeriod(call, {
			name: 'contacts',
			list: CONTACTS,
			late: 3600,
			ofMoment: async (since) => {
				const labels = values.labels as string[] | undefined;
				const request = createdContacts(apiOf(call), { since, until: since, labels });
				const days = JSON.stringify(request.body);
				if (days !== last?.days) last = { days, rows: call.list(request, CONTACTS) };
				return await last.rows;
			},
			toRow: async (found) => {
				const keys = await attributeKeys(call, 'contact_attribute');
				const withLabels = values.include_labels === false ? [] : found;
				const labels = await Promise.all(withLabels.map(labelsOf));
				const byId = new Map(withLabels.map(({ id }, index) => [id, labels[index]]));
				return (contact) =>
					rowWithAttributes(contact, keys, {
						name: cell(contact, 'name'),
						phone_number: cell(contact, 'phone_number'),
						email: cell(contact, 'email'),
						identifier: cell(contact, 'identifier'),
						labels: labelCell(byId.get(contact.id)),
						created_at: time(contact.created_at),
						created_at_unix: contact.created_at,
						last_activity_at: time(contact.last_activity_at),
						blocked: cell(contact, 'blocked'),
						// The dashboard sets company_name, an import sets company.
						company_name:
							cell(contact, 'additional_attributes.company_name') ??
							cell(contact, 'additional_attributes.company'),
						city: cell(contact, 'additional_attributes.city'),
						country: cell(contact, 'additional_attributes.country'),
						country_code: cell(contact, 'additional_attributes.country_code'),
						additional_attributes: jsonCell(contact.additional_attributes),
						key: `contact:${String(contact.id)}`,
						id: contact.id,
						contact_id: contact.id,
						url: `${dashboard}/contacts/${String(contact.id)}`,
					});
			},
		});
		const { rows } = exported;
		async function* withNote() {
			exported.note = await unlisted(call);
			if (exported.note) host.hint(exported.note);
			yield* rows;
		}
		return Object.assign(exported, { rows: withNote() });
	},
});
