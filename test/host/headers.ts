import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { freePort } from '../../host/checks';
import { NOT_ARRIVED } from '../../nodes/shared/transport/errors';
import { startSandbox } from '../../sandbox/server';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { json } from '../support/run';
import { forward, listen, type Answer, type Received } from '../support/server';
import { operation, workflow } from '../support/workflow';

const SECRET = 's3cr3t-of-access';
const GATEWAY = {
	values: [
		{ name: 'CF-Access-Client-Id', value: '1a2b.access' },
		{ name: 'CF-Access-Client-Secret', value: SECRET },
		{ name: 'Authorization', value: 'Basic ada:pass wörd' },
	],
};
const BASIC = `Basic ${Buffer.from('ada:pass wörd').toString('base64')}`;

/** The credentials, and what the node says that uses each; '' if it succeeds. */
const CASES: Array<[id: string, values: IDataObject, words: string]> = [
	[
		'underscores',
		{ header_spelling: 'api_access_token', headers: GATEWAY },
		'A proxy in front of Chatwoot drops the header api_access_token. Choose api-access-token',
	],
	['before-the-field', {}, 'A gateway in front of Chatwoot'],
	['hyphens', { header_spelling: 'api-access-token', headers: GATEWAY }, ''],
	[
		'bearer',
		{
			header_spelling: 'authorization',
			headers: { values: [...GATEWAY.values.slice(0, 2), { name: 'X-Basic', value: BASIC }] },
		},
		'',
	],
];

/** Chatwoot 4.19 behind a gateway that requires these headers. */
const behindGateway =
	(sandbox: string) =>
	async (request: Received): Promise<Answer> => {
		const { headers } = request;
		const [scheme, bearer] = String(headers.authorization ?? '').split(' ');
		const basic = headers['x-basic'] ?? headers.authorization;
		if (headers['cf-access-client-secret'] !== SECRET || basic !== BASIC)
			return { status: 403, body: '<html>Forbidden</html>' };
		const token = scheme === 'Bearer' ? bearer : headers['api-access-token'];
		// Chatwoot says its release without a token.
		if (!token && request.path !== '/api') return json({ errors: [NOT_ARRIVED] }, 401);
		return await forward(sandbox, {
			...request,
			headers: { ...headers, api_access_token: token && String(token) },
		});
	};

/** A proxy that drops header names with underscores: nginx with its defaults if this machine has it. */
async function startProxy(target: string) {
	const program = process.env.NGINX ?? 'nginx';
	const { status, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
	if (status !== 0) {
		process.stdout.write('nginx is not installed: a stand-in drops the same headers\n');
		return await listen(async (request) => {
			const passed = Object.entries(request.headers).filter(([name]) => !name.includes('_'));
			const reply = await fetch(`${target}${request.path}`, {
				method: request.method,
				headers: passed.map(([name, value]) => [name, String(value)]),
			});
			return { status: reply.status, headers: {}, body: await reply.text() };
		});
	}
	process.stdout.write(stderr);
	const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
	const port = await freePort(20_000);
	const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((name) => `${name}_temp_path ${folder}/${name};`)
		.join(' ');
	writeFileSync(
		join(folder, 'nginx.conf'),
		`daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
		http { access_log off; ${paths}
			server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } } }`,
	);
	const child = spawn(program, ['-p', folder, '-e', `${folder}/error.log`, '-c', 'nginx.conf'], {
		stdio: 'ignore',
	});
	const url = `http://127.0.0.1:${port}`;
	await until('nginx', async () => (await fetch(url).catch(() => undefined)) !== undefined);
	return {
		url,
		close: async () => {
			child.kill();
			await new Promise((resolve) => child.once('exit', resolve));
			rmSync(folder, { recursive: true });
		},
	};
}

/** Each header of the token, and the headers of a gateway, through a proxy. */
export const headers: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const gateway = await listen(behindGateway(sandbox.url));
	const proxy = await startProxy(gateway.url);
	const data = {
		base_url: proxy.url,
		account_id: '1',
		api_access_token: `Bearer ${sandbox.tokens.user}`,
	};
	const type = 'customerConversationApi';
	return {
		credentials: CASES.map(([id, values]) => ({
			id,
			name: id,
			type,
			data: { ...data, ...values },
		})),
		workflows: CASES.map(([id]) =>
			workflow(`headers-${id}`, [
				{
					name: 'Labels',
					...operation('label', 'getAll', { options: {} }),
					credentials: { [type]: { id, name: id } },
					onError: 'continueErrorOutput',
				},
			]),
		),
		check: async () => {
			await n8n.server();
			const api = await editor(n8n.address);
			const labels = async (id: string) => {
				const [task] = (await api.run(`headers-${id}`)).Labels ?? [];
				const [found, failed] = task?.data?.main ?? [];
				return { found: found ?? [], errorText: JSON.stringify(failed ?? []) };
			};
			for (const [id, , words] of CASES)
				await report(`${id}: ${words || 'the labels'}`, async () => {
					const { found, errorText } = await labels(id);
					assert.ok(errorText.includes(words), errorText);
					assert.equal(found.length > 0, words === '', errorText);
					assert.ok(!errorText.includes(SECRET));
				});
			for (const [name, values, words] of CASES)
				await report(`${name}: n8n tests what it has stored, and shows no value`, async () => {
					const made = { name, type, data: { ...data, ...values } };
					const { id } = await api.ask('POST', '/credentials', made);
					const path = `/credentials/${String(id)}`;
					const shown = await api.ask('GET', `${path}?includeData=true`);
					assert.ok(!JSON.stringify(shown).includes(SECRET));
					// As the editor saves what it shows, in which placeholders replace the secrets.
					const kept = { name, type, data: shown.data };
					await api.ask('PATCH', path, kept);
					const { status, message } = await api.ask('POST', '/credentials/test', {
						credentials: { id, ...kept },
					});
					const advice = words.startsWith('A gateway') ? 'is behind a gateway' : words;
					assert.equal(status, words ? 'Error' : 'OK', String(message));
					assert.ok(String(message).includes(advice), String(message));
				});
		},
		close: async () => await Promise.all([sandbox, gateway, proxy].map((one) => one.close())),
	};
};
