import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { freePort } from '../../host/checks';
import { n8nProgram, node24, userFolder } from '../../host/install';
import { options, whenUp } from '../../host/n8n';
import { launch, run, runFolder } from '../../host/steps';

/** A folder of its own: the demo of `npm start` stays as it is. */
const folder = join(runFolder, 'test');

/**
 * A real n8n with the package that `npm start` installed.
 * @param program another n8n than the one of `npm start`: `<folder>/bin/n8n`
 */
export async function realN8n(program = n8nProgram) {
	const node = (program === n8nProgram ? node24() : undefined) ?? process.execPath;
	const broker = await freePort(5690);
	const port = await freePort(broker + 1);
	const engine = process.env.N8N_EXPRESSION_ENGINE;
	const settings = options(broker, {
		N8N_USER_FOLDER: folder,
		N8N_PORT: `${port}`,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		...(engine ? { N8N_EXPRESSION_ENGINE: engine } : {}),
	});
	const manifest = readFileSync(join(dirname(program), '..', 'package.json'), 'utf8');

	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	cpSync(join(userFolder, '.n8n', 'nodes'), join(folder, '.n8n', 'nodes'), { recursive: true });

	const cli = async (command: string, ...args: string[]) =>
		await run(`test-${command.replace(':', '-')}`, [node, program, command, ...args], settings);
	return {
		version: (JSON.parse(manifest) as { version: string }).version,
		cli,
		import: async (kind: 'credentials' | 'workflow', content: IDataObject | IDataObject[]) => {
			const file = join(folder, `${kind}.json`);
			writeFileSync(file, JSON.stringify(content));
			await cli(`import:${kind}`, `--input=${file}`);
		},
		/** Starts the server and waits until it answers. @returns its address */
		start: async (): Promise<string> => {
			const address = `http://127.0.0.1:${port}`;
			await whenUp(launch('test-start', [node, program, 'start'], settings), address);
			return address;
		},
	};
}
