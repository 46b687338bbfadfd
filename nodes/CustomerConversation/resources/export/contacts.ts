import type { IDataObject } from 'n8n-workflow';
import { unlessGone } from '../../../shared/tasks/steps';
import { at } from '../../../shared/values';
import {
	account,
	CONTACTS,
	exportedRows,
	fixed,
	flag,
	labels,
	operation,
	optional,
	period,
	zone,
} from '../../../shared/vocabulary';
import { clock, createdInPeriod } from '../../tasks/longLists';
import { apiOf, cell, dashboardOf, jsonCell, labelCell } from './parts/columns';

/** An import creates many contacts in one moment: the other keys tell those apart. */
export const contacts = operation({
	name: 'Export Contacts',
	action: 'Export contacts as rows',
	gives: 'One flat row for each contact created in the period, oldest first',
	description: 'Only those that have an e-mail, a phone number or an identifier are listed',
	request: 'GET /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	query: [
		fixed({ sort: 'created_at,email,phone_number,name', include_contact_inboxes: 'false' }),
		optional(labels('labels', { hint: 'Only contacts with any of these labels' })),
	],
	options: [
		...period('export'),
		optional(
			flag('include_labels', {
				hint: 'Whether to ask for the labels of each contact, which takes one request each',
			}),
			zone(),
		),
	],
	reply: exportedRows,
	run: (call) => {
		const { values, send } = call;
		const time = clock(call);
		const dashboard = dashboardOf(call);
		const labelsOf = async ({ id }: IDataObject) => {
			const path = `${apiOf(call)}/contacts/${String(id)}/labels`;
			return at(await unlessGone(send({ method: 'GET', path })), 'payload');
		};
		return createdInPeriod(call, {
			name: 'contacts',
			list: CONTACTS,
			late: 3600,
			toRow: async (found) => {
				const asked = values.include_labels ? found : [];
				const labels = await Promise.all(asked.map(labelsOf));
				const byId = new Map(asked.map(({ id }, index) => [id, labels[index]]));
				return (contact) => ({
					key: `contact:${String(contact.id)}`,
					id: contact.id,
					contact_id: contact.id,
					url: `${dashboard}/contacts/${String(contact.id)}`,
					name: cell(contact, 'name'),
					email: cell(contact, 'email'),
					phone_number: cell(contact, 'phone_number'),
					identifier: cell(contact, 'identifier'),
					created_at: time(contact.created_at),
					created_at_unix: contact.created_at,
					last_activity_at: time(contact.last_activity_at),
					blocked: cell(contact, 'blocked'),
					// The dashboard writes the one, an import the other.
					company_name:
						cell(contact, 'additional_attributes.company_name') ??
						cell(contact, 'additional_attributes.company'),
					city: cell(contact, 'additional_attributes.city'),
					country: cell(contact, 'additional_attributes.country'),
					country_code: cell(contact, 'additional_attributes.country_code'),
					labels: labelCell(byId.get(contact.id)),
					custom_attributes: jsonCell(contact.custom_attributes),
					additional_attributes: jsonCell(contact.additional_attributes),
				});
			},
		});
	},
});
