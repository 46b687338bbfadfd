/** What only the owner of the package knows, in package.json. */
export interface Owned {
	name: string;
	repository?: { type: string; url: string };
	homepage?: string;
	bugs?: { url: string };
	author?: { name: string; email: string };
}

/** The address and the person of an owner. */
export interface Owner {
	/** Address of the repository, such as https://github.com/acme/n8n-nodes-customer-conversation. */
	repository: string;
	/** Name and email, as in a commit: Ada Lovelace <ada@acme.org>. */
	author: string;
}

const REPOSITORY = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;
const AUTHOR = /^([^<>]+) <([^<>@\s]+@[^<>@\s]+\.[^<>@\s]+)>$/;

/** An owner whose fields stand in for those that are missing, where a check must see all of them. */
export const EXAMPLE: Owner = {
	repository: 'https://github.com/acme/n8n-nodes-customer-conversation',
	author: 'Ada Lovelace <ada@acme.example>',
};

/**
 * The fields of package.json that name an owner.
 * @throws Error if the address or the author has another form
 */
export function fieldsOf({ repository, author }: Owner): Required<Omit<Owned, 'name'>> {
	if (!REPOSITORY.test(repository))
		throw new Error(`--repository must have the form ${EXAMPLE.repository}, not ${repository}`);
	const [, name, email] = AUTHOR.exec(author) ?? [];
	if (!email) throw new Error(`--author must have the form "${EXAMPLE.author}", not ${author}`);
	return {
		repository: { type: 'git', url: `git+${repository}.git` },
		homepage: `${repository}#readme`,
		bugs: { url: `${repository}/issues` },
		author: { name, email },
	};
}

/** A package.json as it will be published: with an example for every field that is missing. */
export const asPublished = <T extends Owned>(manifest: T): T => ({
	...fieldsOf(EXAMPLE),
	...manifest,
});

/** Which fields are missing. */
export const missingFields = (manifest: Owned): string[] =>
	(['repository', 'homepage', 'bugs', 'author'] as const).filter((field) => !manifest[field]);

/** Where a page of docs/ is read; on npm until the repository has an address. */
export function pageAddress({ name, repository }: Owned, page: string): string {
	if (!repository) return `https://www.npmjs.com/package/${name}`;
	return `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/docs/${page}`;
}

/** The page of docs/ that a file of the package links to. */
export const PAGES: Record<string, string> = {
	'credentials/CustomerConversationApi.credentials.ts': 'credentials.md',
	'credentials/CustomerConversationClientApi.credentials.ts': 'credentials.md',
	'nodes/CustomerConversation/CustomerConversation.node.json': 'operations.md',
	'nodes/CustomerConversationAdmin/CustomerConversationAdmin.node.json': 'operations.md',
	'nodes/CustomerConversationCaptain/CustomerConversationCaptain.node.json': 'captain.md',
	'nodes/CustomerConversationClient/CustomerConversationClient.node.json': 'platform-and-client.md',
	'nodes/CustomerConversationCompanies/CustomerConversationCompanies.node.json': 'companies.md',
	'nodes/CustomerConversationHelpCenter/CustomerConversationHelpCenter.node.json': 'help-center.md',
	'nodes/CustomerConversationIntegrations/CustomerConversationIntegrations.node.json':
		'integrations.md',
	'nodes/CustomerConversationPlatform/CustomerConversationPlatform.node.json':
		'platform-and-client.md',
	'nodes/CustomerConversationPolicies/CustomerConversationPolicies.node.json': 'policies.md',
	'nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node.json':
		'polling.md',
	'nodes/CustomerConversationSendAndWait/CustomerConversationSendAndWait.node.json': 'waiting.md',
	'nodes/CustomerConversationTrigger/CustomerConversationTrigger.node.json': 'trigger.md',
};

const CREDENTIALS = 'credentials.md';

/** A file of PAGES with its links. In a node's file the credentials have a page too. */
export function withLinks(manifest: Owned, file: string, text: string): string {
	const page = pageAddress(manifest, PAGES[file]);
	return text
		.replace(/(documentationUrl = ')[^']*/, `$1${page}`)
		.replace(/("primaryDocumentation": \[\s*\{\s*"url": ")[^"]*/, `$1${page}`)
		.replace(
			/("credentialDocumentation": \[\s*\{\s*"url": ")[^"]*/,
			`$1${pageAddress(manifest, CREDENTIALS)}`,
		);
}
