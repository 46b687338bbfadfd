import { assistant } from './assistant';
import { copilot } from './copilot';
import { customTool } from './customTool';
import { document } from './document';
import { faq } from './faq';
import { preference } from './preference';
import { scenario } from './scenario';
import { task } from './task';

/** Chatwoot's AI assistant. Keys are the values that n8n stores; the first is the node's default. */
export const resources = {
	assistant,
	faq,
	document,
	scenario,
	customTool,
	task,
	copilot,
	preference,
};
