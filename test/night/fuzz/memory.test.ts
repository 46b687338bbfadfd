import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isLong } from '../../support/fuzz';
import { attacking, attacks, type AttackName } from '../../support/hostile';

/** A program of its own: it takes nothing that others left. */
async function victim(url: string, operation: string, parameters: object) {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			...['--import', 'tsx', join(__dirname, '../../support/victim.ts')],
			...[url, operation, JSON.stringify(parameters)],
		],
		{ timeout: 120_000 },
	);
	return JSON.parse(stdout) as { items: number; message?: string; megabytes: number };
}

/** What docs/limits.md promises: 64 MB as bytes, as text and as at most 4 million values. */
const MOST_OF_JSON = 700;
/** 200 MB, and once more while they are put together. */
const MOST_OF_FILE = 700;

const RECORD = ['account.contact.get', { contact_id: 1 }, MOST_OF_JSON] as const;
const FILE = ['account.message.downloadAttachments', {}, MOST_OF_FILE] as const;

test.each<[AttackName, readonly [string, object, number]]>([
	['20 million values', RECORD],
	['a million records', RECORD],
	['brotli bomb', RECORD],
	['no end, of blanks', FILE],
	...(isLong
		? ([
				['no end, in chunks', RECORD],
				['no end, of an error', RECORD],
				['JSON 100,000 deep', RECORD],
				['gzip bomb', RECORD],
				['deflate bomb', RECORD],
				['10 GB promised', RECORD],
				['a header without end', RECORD],
				['10 GB promised', FILE],
				['brotli bomb', FILE],
			] as Array<[AttackName, readonly [string, object, number]]>)
		: []),
])(
	'%s takes bounded memory: %j',
	async (name, [operation, parameters, most]) => {
		const server = await attacking(attacks[name]);
		try {
			const allParameters = operation.endsWith('Attachments')
				? { download: 'url', data_url: `${server.url}/a.pdf` }
				: parameters;
			const { items, message, megabytes } = await victim(server.url, operation, allParameters);
			process.stderr.write(`${name}, ${operation}: ${megabytes} MB, "${message}"\n`);
			expect(megabytes).toBeLessThan(most);
			if (items === 0) expect(message).toMatch(/ /);
		} finally {
			await server.close();
		}
	},
	180_000,
);
