import { basename } from 'node:path';
import manifest from '../package.json';
import { tarball } from './install';

/** A file of the package that n8n serves to everybody once it has loaded the package. */
const icon = `icons/${manifest.name}/dist/icons/customerConversation.svg`;

/** Whether `--n8n` is the address of a running n8n, not a command. */
export const isAddress = (text?: string): text is string => /^https?:/.test(text ?? '');

/**
 * What is left to do until a running n8n has the package. It is only read: to change it needs rights
 * that this program does not have.
 * @param address of its editor
 * @throws if there is no n8n
 */
export async function instructions(address: string): Promise<string> {
	const base = address.replace(/\/*$/, '/');
	const read = async (path: string) => await fetch(new URL(path, base));
	const settings = await read('rest/settings').catch((error: Error) => {
		throw new Error(`Nothing answers at ${address}: ${(error.cause as Error).message}`);
	});
	if (!settings.ok || !(await settings.text()).includes('"userManagement"'))
		throw new Error(`${address} answers, but it is not the address of an n8n editor.`);
	if ((await read(icon)).ok)
		return `The n8n at ${address} has the package. Import a workflow from templates/ in its editor.`;
	const copy = `/tmp/${basename(tarball)}`;
	return `The n8n at ${address} does not have the package. If it runs in a container "n8n", these commands install it:

docker cp ${tarball} n8n:${copy}
docker exec n8n npm install --prefix /home/node/.n8n/nodes --legacy-peer-deps ${copy}
docker restart n8n

n8n 3 also needs N8N_UNVERIFIED_PACKAGES_ENABLED=true: docs/install.md.`;
}
