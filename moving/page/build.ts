import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { builtinModules } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = resolve(__dirname, '../..');
const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');

/** Modules that the nodes import and a browser does not have. */
const IN_BROWSER: Record<string, string> = {
	crypto: join(__dirname, 'crypto.ts'),
	'n8n-workflow': join(__dirname, 'n8nWorkflow.ts'),
};

const inBrowser: Plugin = {
	name: 'in the browser',
	setup: ({ onResolve, resolve: find }) => {
		onResolve({ filter: /^(crypto|n8n-workflow)$/ }, ({ path }) => ({ path: IN_BROWSER[path] }));
		// Of n8n's files only what is called is left, so that they may import what a browser lacks.
		onResolve({ filter: /./ }, async ({ path, pluginData, importer, resolveDir, kind }) => {
			if (builtinModules.includes(path)) return { path, external: true, sideEffects: false };
			if (pluginData || !/n8n-workflow|n8nWorkflow\.ts$/.test(importer)) return undefined;
			const found = await find(path, { resolveDir, kind, importer, pluginData: true });
			return { ...found, sideEffects: false };
		});
	},
};

/**
 * The script of the page, or another one, with everything that it imports.
 * @param globalName of what it exports
 * @throws Error if that needs a module of Node.js
 */
export async function scriptOf(entry = 'app.ts', globalName?: string): Promise<string> {
	const { outputFiles, metafile } = await build({
		absWorkingDir: root,
		entryPoints: [join(__dirname, entry)],
		globalName,
		bundle: true,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		minify: true,
		legalComments: 'inline',
		plugins: [inBrowser],
		write: false,
		metafile: true,
		logLevel: 'error',
	});
	const [output] = Object.values(metafile.outputs);
	const lacking = output.imports.map(({ path }) => path);
	if (lacking.length) throw new Error(`A browser does not have ${lacking.join(', ')}.`);
	// Otherwise a browser would read the end of the page as a part of the script.
	return outputFiles[0].text.replaceAll('<!--', '\\x3C!--').replaceAll('</script', '<\\/script');
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page as one file: it may run its script and style, and load nothing. */
export async function pageHtml(): Promise<string> {
	const [script, style] = [await scriptOf(), read('style.css')];
	const policy = [
		"default-src 'none'",
		`script-src ${hashOf(script)}`,
		`style-src ${hashOf(style)}`,
		'img-src data:',
		"base-uri 'none'",
		"form-action 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');
	return read('index.html')
		.replace("default-src 'none'", () => policy)
		.replace('<!-- style -->', () => `<style>${style}</style>`)
		.replace('<!-- script -->', () => `<script>${script}</script>`);
}

/** Serves the page on this machine. @param port 0 for a free one @returns its address, and what ends it */
export async function servePage(html: string, port = 0) {
	const server = createServer(({ url }, response) => {
		if (url !== '/') return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	const { port: actual } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${actual}/`, close: () => server.close() };
}
