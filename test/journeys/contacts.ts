import assert from 'node:assert/strict';
import { atSandbox } from '../support/atSandbox';
import { byRows } from '../support/byRows';
import { add, box, choose, drag, execute, field, openWorkflow, output } from '../support/canvas';
import { fields, split } from '../support/workflow';
import { runSteps, type Journeys, type Sandbox } from './journey';

type Found = { payload: Array<Record<string, unknown>> };

const found = async (sandbox: Sandbox, words: string) =>
	(await atSandbox(sandbox).get<Found>(`contacts/search?q=${encodeURIComponent(words)}`)).payload;

const SHEET = [
	{ name: 'Nina Okafor', email: 'nina.okafor@heron.example', phone: '+2348012345678' },
	{ name: 'Amara Silva', email: 'amara.silva@northwind.example', phone: '+14155559999' },
];

export const contacts: Journeys = {
	'Find a contact by phone number': {
		taskRow: {
			purpose: 'Who is calling or writing from this number?',
			where: ['chatwoot/chatwoot#5210', 'chatwoot/chatwoot#8996'],
			steps: '_Contact → Find_: Find By _Phone Number_, Phone Number.',
			gives:
				'The contact with exactly this number; if there is none, no item or an error, as you choose.',
		},
		effort: { clicks: 6, keys: 19 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Find a contact', { words: 'contact' });
			await choose(page, 'find_by', 'Phone Number');
			await box(page, 'phone_number').fill('+14155550100');
			await execute(page, 1);
			await output(page).getByText('Amara Silva').first().waitFor();
		},
	},
	'A list of names is searched, and scrolled through all its pages': {
		from: async (page) => {
			await openWorkflow(page);
			await add(page, 'Get a contact');
		},
		does: async (page, sandbox) => {
			const { meta } = await atSandbox(sandbox).get<{ meta: { count: number } }>('contacts');
			const names = page.getByTestId('rlc-item');
			await field(page, 'contact_id').getByTestId('rlc-input').click();
			await names.filter({ hasText: 'Amara Berg' }).waitFor();
			assert.ok((await names.count()) < meta.count, 'the first page has them all');
			while ((await names.count()) < meta.count) {
				const seen = await names.count();
				await names.last().scrollIntoViewIfNeeded();
				await names.nth(seen).waitFor();
			}
			assert.equal(new Set(await names.allInnerTexts()).size, meta.count);
			await page.getByTestId('rlc-search').fill('haddad');
			await names.filter({ hasText: 'Berg' }).first().waitFor({ state: 'hidden' });
			await names.nth(9).waitFor();
			const all = await names.allInnerTexts();
			assert.equal(all.length, 10);
			assert.ok(all.every((name) => name.includes('Haddad')));
			await names.filter({ hasText: 'Amara Haddad' }).click();
			await execute(page, 1);
			await output(page).getByText('amara.haddad@kestrel.example').waitFor();
		},
	},
	'Create or update a contact, with custom attributes': {
		taskRow: {
			purpose:
				'A customer of a shop or a form becomes a contact, only once, with the custom attributes of the account.',
			where: ['chatwoot/chatwoot#7353', 'chatwoot/chatwoot#2272'],
			steps:
				'_Contact → Create or Update_: Name, Email, Phone Number; the custom attributes of the account are listed below, each with its choices.',
			gives: 'The contact, and whether it was created or updated.',
		},
		effort: { clicks: 7, keys: 53 },
		from: openWorkflow,
		does: async (page) => {
			await byRows.contact(page);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const payload = await found(sandbox, 'zoe@kestrel.example');
			assert.equal(payload.length, 1);
			const { name, phone_number, custom_attributes } = payload[0];
			assert.deepEqual(
				[name, phone_number, custom_attributes],
				['Zoë Müller', '+4915112345678', { plan: 'pro', seats: 25 }],
			);
		},
	},
	'Import contacts from a sheet': {
		taskRow: {
			purpose: 'Each row of a sheet becomes a contact; contacts that exist are updated.',
			where: ['chatwoot/chatwoot#2917', 'chatwoot/chatwoot#5025'],
			steps:
				'After the node that reads the sheet, _Contact → Create or Update_: drag the columns onto Name, Email and Phone Number.',
			gives: 'One contact per row, and whether it was created or updated.',
		},
		effort: { clicks: 7, keys: 7 },
		from: async (page) => {
			await runSteps(
				page,
				{ name: 'Sheet', ...fields({ rows: SHEET }) },
				{ name: 'Rows', ...split('rows'), after: 'Sheet' },
			);
		},
		does: async (page) => {
			await add(page, 'Create or update a contact', { words: 'contact' });
			await drag(page, 'name', 'name');
			await drag(page, 'email', 'email');
			await drag(page, 'phone', 'phone_number');
			await execute(page, SHEET.length);
		},
		then: async (_page, sandbox) => {
			for (const { name, email, phone } of SHEET) {
				const payload = await found(sandbox, email);
				assert.equal(payload.length, 1, email);
				assert.deepEqual([payload[0].name, payload[0].phone_number], [name, phone]);
			}
		},
	},
};
