import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { lines } from '../../host/install';
import { startSandbox } from '../../sandbox/server';
import { report } from '../support/checklist';
import { editor } from '../support/editor';
import type { Prepare } from '../support/part';
import { listen } from '../support/server';
import { fields, operation, workflow, type Step } from '../support/workflow';

const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What can be in Input Binary Fields, by n8n's binary mode. */
const FORMS: Record<string, string[]> = {
	separate: [
		'data',
		'data, my file',
		'={{ $binary.data }}',
		"={{ $('File').item.binary['my file'] }}",
		'={{ $binary }}',
		'={{ [$binary.data, "my file"] }}',
	],
	combined: [
		'data',
		'data, my file',
		'_files.data',
		'_files["my file"]',
		'={{ $json._files.data }}',
		"={{ $('File').item._files['my file'] }}",
		'={{ $json._files }}',
		'={{ [$json._files.data, "my file"] }}',
	],
};

/** A binary field of the item before. */
const file = (name: string, binaryPropertyName: string, fileName: string) => ({
	name,
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: {
		operation: 'toBinary',
		sourceProperty: 'picture',
		binaryPropertyName,
		options: { fileName, mimeType: 'application/octet-stream' },
	},
	after: 'Picture',
});

/** Other parts in the same n8n have the credential that operations name otherwise. */
const CREDENTIAL = { id: 'files', name: 'files' };

const note = (parameters: IDataObject) => ({
	...operation('message', 'createPrivateNote', {
		conversation_id: 7,
		content: 'A file',
		additional_fields: parameters,
	}),
	credentials: { customerConversationApi: CREDENTIAL },
});

/** An item with both files. n8n's Merge node fails in the combined mode, where files are values of the JSON. */
const BOTH: Record<string, Omit<Step, 'name'>> = {
	separate: {
		type: 'n8n-nodes-base.merge',
		typeVersion: 3,
		parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} },
	},
	combined: {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput:
				"={{ { _files: { data: $json._files.data, 'my file': { ...$json._files.data, fileName: 'two' } } } }}",
		},
	},
};

/** Files of items in both binary modes of n8n, which only n8n 2 has, and from URLs. */
export const files: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const web = await listen(() => ({ status: 200, body: Buffer.from(PICTURE, 'base64') }));
	const modes = n8n.line.name === lines[0].name ? Object.keys(FORMS) : ['separate'];
	const data = { base_url: sandbox.url, account_id: '1', api_access_token: sandbox.tokens.user };
	return {
		credentials: [{ ...CREDENTIAL, type: 'customerConversationApi', data }],
		workflows: modes.map((binaryMode) => {
			const made = workflow(`files-${binaryMode}`, [
				{ name: 'Picture', ...fields({ picture: PICTURE }) },
				file('One', 'data', 'one.png'),
				file('Other', 'my file', 'two'),
				{ name: 'File', ...BOTH[binaryMode], after: 'One' },
				...FORMS[binaryMode].map((attachments) => ({
					name: attachments,
					...note({ attachments }),
					after: 'File',
				})),
				{ name: 'URL', ...note({ file_urls: `${web.url}/dot` }), after: 'File' },
			]);
			const connections = {
				...(made.connections as IDataObject),
				...(binaryMode === 'separate'
					? { Other: { main: [[{ node: 'File', type: 'main', index: 1 }]] } }
					: {}),
			};
			return { ...made, connections, settings: { executionOrder: 'v1', binaryMode } };
		}),
		check: async () => {
			await n8n.server();
			const api = await editor(n8n.address);
			for (const mode of modes) {
				const run = await api.run(`files-${mode}`);
				for (const name of ['One', 'Other', 'File'])
					await report(`${mode}: ${name} has a file`, () => {
						const [task] = run[name] ?? [];
						assert.equal(task?.error?.message, undefined);
						assert.equal(task?.data?.main[0]?.length, 1, JSON.stringify(task));
					});
				for (const name of [...FORMS[mode], 'URL'])
					await report(`${mode}: takes ${name}`, () => {
						const [task] = run[name] ?? [];
						assert.ok(task && !task.error, task?.error?.message ?? 'it did not run');
						const [{ json }] = task.data?.main[0] ?? [];
						const sent = (json.attachments as IDataObject[]).map(({ data_url, file_type }) => [
							file_type,
							String(data_url).split('/').pop(),
						]);
						const one = ['image', 'one.png'];
						const two = ['image', 'two.png'];
						const isBoth = /my file.*data|data.*my file|binary \}|_files \}/.test(name);
						const single = name.includes('my file') ? two : one;
						assert.deepEqual(
							sent,
							name === 'URL' ? [['image', 'dot.png']] : isBoth ? [one, two] : [single],
						);
					});
			}
		},
		close: async () => await Promise.all([sandbox.close(), web.close()]),
	};
};
