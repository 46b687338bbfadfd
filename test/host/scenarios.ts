import assert from 'node:assert/strict';
import { stopAll } from '../../host/steps';
import { testLive } from '../../live/test';
import { startSandbox } from '../../sandbox/server';
import { report, runChecks } from '../support/checklist';

/** The scenarios of some resources, each as a workflow in n8n 2. */
async function main(): Promise<void> {
	const sandbox = await startSandbox();
	try {
		await report('npm run test:live -- --n8n finds nothing wrong at the sandbox', async () => {
			const address = ['--url', sandbox.url, '--token', sandbox.tokens.user];
			const options = ['--yes', '--n8n', '--only', 'export,webhook'];
			const say = (text: string) => void process.stdout.write(`    ${text}\n`);
			const { status, text } = await testLive([...address, ...options], {}, say);
			assert.match(text, /^account\.webhook\.create +right$/m);
			assert.equal(status, 0, text);
			return text.split('\n').at(-1);
		});
	} finally {
		await stopAll();
		await sandbox.close();
	}
}

runChecks(main);
