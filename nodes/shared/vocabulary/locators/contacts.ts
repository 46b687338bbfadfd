import { COMPANIES, CONTACTS } from '../lists/lists';
import { locator } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

/** A company. Names can occur twice, domains cannot. */
export const company = locator({
	name: 'company_id',
	title: 'Company',
	method: 'companies',
	// Without an order a changed company moves between pages.
	list: `${ACCOUNT_API}/companies?sort=name,created_at`,
	search: { list: `${ACCOUNT_API}/companies/search?sort=name,created_at&q=` },
	rows: 'payload',
	pages: COMPANIES.pages,
	label: ['name'],
	details: ['domain'],
	url: `${DASHBOARD}/companies/{id}`,
	address: /\/companies\/(\d+)/,
});

export const contact = locator({
	name: 'contact_id',
	title: 'Contact',
	method: 'contacts',
	// Two sort keys, because with one key pages repeat and miss contacts. Imported contacts without names
	// can still be missing here; the search finds them.
	list: `${ACCOUNT_API}/contacts?sort=name,created_at`,
	search: { list: `${ACCOUNT_API}/contacts/search?sort=name,created_at&q=`, loose: true },
	rows: 'payload',
	pages: CONTACTS.pages,
	label: ['name', 'email', 'phone_number', 'identifier'],
	details: ['phone_number', 'email'],
	detailed: true,
	url: `${DASHBOARD}/contacts/{id}`,
	address: /\/contacts\/(\d+)/,
});

export const note = locator({
	name: 'note_id',
	title: 'Note',
	method: 'notes',
	list: `${ACCOUNT_API}/contacts/{contact_id}/notes`,
	rows: '',
	label: ['content'],
	url: `${DASHBOARD}/contacts/{contact_id}`,
});

export const dataImport = locator({
	name: 'data_import_id',
	title: 'Data Import',
	method: 'dataImports',
	list: `${ACCOUNT_API}/data_imports`,
	rows: 'payload',
	label: ['name', 'data_type'],
	details: ['status', 'created_at'],
});
