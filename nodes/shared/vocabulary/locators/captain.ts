import { COPILOT_THREADS, DOCUMENTS, FAQS } from '../lists/lists';
import { locator } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

const CAPTAIN = `${ACCOUNT_API}/captain`;

export const assistant = locator({
	name: 'assistant_id',
	title: 'Assistant',
	method: 'assistants',
	list: `${CAPTAIN}/assistants`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/captain/{id}/faqs`,
	address: /\/captain\/(?:assistants\/)?(\d+)/,
});

/** Copilot threads of the token's user. */
export const copilotThread = locator({
	name: 'thread_id',
	title: 'Copilot Thread',
	hint: "Only those of the token's user are available",
	method: 'copilotThreads',
	list: `${CAPTAIN}/copilot_threads`,
	rows: 'payload',
	pages: COPILOT_THREADS.pages,
	label: ['title'],
	details: ['assistant.name'],
});

export const customTool = locator({
	name: 'custom_tool_id',
	title: 'Custom Tool',
	method: 'customTools',
	list: `${CAPTAIN}/custom_tools`,
	rows: 'payload',
	label: ['title', 'slug'],
});

/** A document of an assistant. This order does not change when documents are synchronized again. */
export const document = locator({
	name: 'document_id',
	title: 'Document',
	method: 'documents',
	list: `${CAPTAIN}/documents?sort=recently_created`,
	rows: 'payload',
	pages: DOCUMENTS.pages,
	label: ['name', 'external_link'],
	details: ['assistant.name', 'status'],
});

export const faq = locator({
	name: 'faq_id',
	title: 'FAQ',
	method: 'faqs',
	list: `${CAPTAIN}/assistant_responses`,
	search: { list: `${CAPTAIN}/assistant_responses?search=` },
	rows: 'payload',
	pages: FAQS.pages,
	label: ['question'],
	details: ['assistant.name'],
});

export const scenario = locator({
	name: 'scenario_id',
	title: 'Scenario',
	hint: 'The list shows enabled scenarios only. Enter disabled ones by ID.',
	method: 'scenarios',
	list: `${CAPTAIN}/assistants/{assistant_id}/scenarios`,
	rows: 'payload',
	label: ['title'],
	url: `${DASHBOARD}/captain/{assistant_id}/scenarios`,
});
