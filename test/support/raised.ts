import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { packageIn } from '../../host/install';
import type { Step } from './workflow';

/** The made-up node of two versions, in the real n8n. */

/** Puts it beside the package, where n8n looks for nodes of one's own. @param user folder of n8n */
export function installRaised(user: string): void {
	const source = readFileSync(join(__dirname, 'Raised.node.ts'), 'utf8');
	const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
	const { outputText } = transpileModule(source, { compilerOptions: options });
	const folder = join(user, '.n8n', 'custom');
	mkdirSync(folder, { recursive: true });
	const nodes = `${join(packageIn(user), 'dist', 'nodes')}/`;
	writeFileSync(join(folder, 'Raised.node.js'), outputText.replaceAll('../../nodes/', nodes));
}

/** What workflows have stored of each version. */
const PARAMETERS = {
	1: { old_name: 'Vera One', identifier: 'vera-1', kind: 'partner' },
	2: { full_name: 'Vera Two', email: 'vera@two.example', kind: 'customer' },
};

/** Fields that the editor shows of each, in order; the collection has no name there. */
export const SHOWN = {
	1: ['old_name', 'identifier', 'kind', 'blocked', 'simplify', 'account_id'],
	2: ['full_name', 'email', 'kind', 'blocked', 'simplify', 'account_id'],
};

export const VERSIONS = [1, 2] as const;

export const stepIn = (version: (typeof VERSIONS)[number]): Step => ({
	name: `Version ${version}`,
	type: 'CUSTOM.raised',
	typeVersion: version,
	parameters: { resource: 'person', operation: 'create', ...PARAMETERS[version] },
	credentials: { customerConversationApi: { id: 'user', name: 'user' } },
});
