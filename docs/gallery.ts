/**
 * `npm run templates:gallery -- <folder>`: writes each template as n8n's template gallery takes it, in a folder with
 * workflow.json and description.md (title, categories and text to paste).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';
import manifest from '../package.json';
import { root } from './pages';

/** Categories of n8n's gallery that fit these templates. */
export const CATEGORIES = [
	'AI Chatbot',
	'AI Summarization',
	'CRM',
	'File Management',
	'Internal Wiki',
	'Lead Generation',
	'Lead Nurturing',
	'Support Chatbot',
	'Ticket Management',
] as const;

type Category = (typeof CATEGORIES)[number];

/** For whom templates of a category are. */
const READERS: Record<Category, string> = {
	'AI Chatbot': 'Teams that let an AI agent answer customers, and want to stay in control of it.',
	'AI Summarization': 'Agents who want to know a customer without reading everything again.',
	CRM: 'Teams that keep contacts in Chatwoot and need them together with other data.',
	'File Management': 'Team leads who look at figures regularly, or archive conversations.',
	'Internal Wiki': 'Teams whose knowledge is in one system and is needed in another one.',
	'Lead Generation': 'Sales teams that win contacts by a form, a bot or a campaign.',
	'Lead Nurturing': 'Teams that write to many contacts and follow up.',
	'Support Chatbot': 'Support teams that want a bot to answer first, and people to take over.',
	'Ticket Management': 'Support teams that do not want to sort conversations by hand.',
};

/** By template; the first category says for whom it is. */
const OF: Record<string, Category[]> = {
	'agent-summary': ['File Management'],
	'ai-agent': ['AI Chatbot', 'Ticket Management'],
	'any-message': ['AI Chatbot', 'Support Chatbot'],
	'ask-and-wait': ['Ticket Management'],
	'audit-log': ['File Management'],
	bot: ['Support Chatbot'],
	bursts: ['Support Chatbot'],
	'campaign-from-sheet': ['Lead Nurturing', 'Lead Generation'],
	'campaign-results': ['Lead Nurturing'],
	'close-silent': ['Ticket Management'],
	'cms-to-help-center': ['Internal Wiki'],
	'csat-alert': ['Ticket Management'],
	'customer-card': ['CRM', 'Ticket Management'],
	'customer-history': ['AI Summarization', 'Ticket Management'],
	'draft-approval': ['AI Chatbot', 'Ticket Management'],
	escalate: ['Ticket Management'],
	'follow-up': ['Ticket Management', 'Lead Nurturing'],
	'knowledge-base-to-captain': ['Internal Wiki'],
	'lead-bot': ['Lead Generation', 'Support Chatbot'],
	'lead-form': ['Lead Generation', 'CRM'],
	menu: ['Support Chatbot', 'Ticket Management'],
	'monthly-reports': ['File Management'],
	'nightly-export': ['File Management'],
	'out-of-hours': ['Support Chatbot'],
	'own-channel': ['CRM'],
	polling: ['Ticket Management'],
	'refund-approval': ['AI Chatbot', 'Ticket Management'],
	'report-by-email': ['File Management'],
	'report-to-folder': ['File Management'],
	'sla-breaches': ['Ticket Management', 'File Management'],
	'support-bot': ['AI Chatbot', 'Support Chatbot'],
	tools: ['AI Chatbot'],
	triage: ['Ticket Management'],
	'voice-bot': ['AI Chatbot', 'Support Chatbot'],
	'weekly-agent-report': ['File Management'],
};

/** Not for the gallery: nothing runs in it. */
const SAMPLES = 'trigger-samples';

/** What other services a node stands for. */
const SERVICES: Record<string, string> = {
	openAi: 'An OpenAI account, or another language model',
	lmChatOpenAi: 'An OpenAI account, or another language model',
	emailSend: 'An SMTP server',
	mcpTrigger: 'An MCP client',
};

interface Workflow {
	name: string;
	nodes: INode[];
}

const folder = join(root, 'templates');

export const galleryNames = (): string[] =>
	readdirSync(folder)
		.map((file) => basename(file, '.json'))
		.filter((name) => name !== SAMPLES)
		.sort();

/** A template's title for the gallery, which is searched by the service's name. */
const titleOf = (name: string): string => (/Chatwoot/.test(name) ? name : `${name} (Chatwoot)`);

/** A template as the gallery takes it. */
export function galleryEntry(name: string) {
	const text = readFileSync(join(folder, `${name}.json`), 'utf8');
	const { name: title, nodes } = JSON.parse(text) as Workflow;
	const isNote = ({ type }: INode) => type.endsWith('.stickyNote');
	const note = String(nodes.find(isNote)?.parameters.content ?? '');
	const [about, change = ''] = note.replace(/^## .+\n+/, '').split(/\*\*Change\*\*\n/);
	const [first, ...more] = about.trim().split(/(?<=\.) (?=[A-Z])/);
	const services = nodes.flatMap(({ type }) => SERVICES[type.split('.').at(-1) ?? ''] ?? []);
	const categories = OF[name] ?? [];
	const description = [
		first,
		`## Who it is for\n\n${READERS[categories[0]] ?? ''}`,
		`## How it works\n\n${more.length ? more.join(' ') : first}`,
		`## Set up\n\n1. Install the community package \`${manifest.name}\` (Settings → Community Nodes).\n2. Add a credential **Customer Conversation**: the base URL of your Chatwoot and an access token.\n3. Change what the yellow note in the workflow says, and activate the workflow.`,
		`## Requirements\n\n${[
			'n8n 1.123 or 2.x, self-hosted: the workflow uses a community package',
			'Chatwoot 4.10 or later, self-hosted or in the cloud',
			...new Set(services),
		]
			.map((line) => `- ${line}`)
			.join('\n')}`,
		...(change ? [`## How to adapt it\n\n${change.trim()}`] : []),
	].join('\n\n');
	return { title: titleOf(title), categories, description, workflow: text };
}

function main([target]: string[]): number {
	if (!target) {
		process.stderr.write('Say which folder: npm run templates:gallery -- gallery\n');
		return 1;
	}
	for (const name of galleryNames()) {
		const { title, categories, description, workflow } = galleryEntry(name);
		mkdirSync(join(target, name), { recursive: true });
		writeFileSync(join(target, name, 'workflow.json'), workflow);
		writeFileSync(
			join(target, name, 'description.md'),
			`Title: ${title}\n\nCategories: ${categories.join(', ')}\n\n${description}\n`,
		);
	}
	process.stdout.write(`${galleryNames().length} templates are in ${target}\n`);
	return 0;
}

if (require.main === module) process.exitCode = main(process.argv.slice(2));
