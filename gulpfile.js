const { execFileSync } = require('node:child_process');
const {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

function clean(done) {
	rmSync('dist', { recursive: true, force: true });
	done();
}

function compile(done) {
	const compiler = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
		stdio: 'inherit',
	});
	done();
}

/** What a panel shows is worked out here: n8n then starts without loading the operations. */
function panels(done) {
	for (const node of readdirSync('dist/nodes')) {
		const file = join(__dirname, 'dist/nodes', node, 'panel.js');
		if (!existsSync(file)) continue;
		const { ownPanel } = require(file);
		writeFileSync(file.replace(/js$/, 'json'), JSON.stringify(ownPanel));
		writeFileSync(file, "exports.ownPanel = require('./panel.json');\n");
	}
	done();
}

/** A list of resources or operations loads each when it is asked for: an execution needs one. */
function lists(done) {
	const files = readdirSync('dist/nodes', { recursive: true });
	for (const file of files.filter((name) => /\bresources\b.*\bindex\.js$/.test(name))) {
		const paths = new Map();
		const used = readFileSync(join('dist/nodes', file), 'utf8').replace(
			/^const (\w+) = require\(("\.\/\w+")\);\n/gm,
			(_, name, path) => (paths.set(name, path), ''),
		);
		const lazy = used.replace(
			/\b(\w+): (\w+_\d+)\.(\w+)/g,
			(_, key, name, value) => `get ${key}() { return require(${paths.get(name)}).${value}; }`,
		);
		writeFileSync(join('dist/nodes', file), lazy);
	}
	done();
}

/** Light and dark icons. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Categories and search words. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** The fields of each output, which the editor shows before the first run. */
function schemas(done) {
	require('tsx/cjs');
	const made = require('./truth/schemas.ts');
	const { nodeNameOf, versionsOf } = require('./truth/surfaces.ts');
	const folderOf = (version) => `v${version}${Number.isInteger(version) ? '.0' : ''}.0`;
	const write = (schema, node, ...names) => {
		const file = `${join('dist/nodes', node, '__schema__', ...names)}.json`;
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify({ ...schema, version: 1 }));
	};
	for (const [id, version, schema] of made.schemas()) {
		const [, resource, operation] = id.split('.');
		write(schema, nodeNameOf(id), folderOf(version), resource, operation);
	}
	for (const node of ['CustomerConversationTrigger', 'CustomerConversationPollingTrigger'])
		for (const version of versionsOf(node)) write(made.triggerSchema(), node, folderOf(version));
	done();
}

/** For programs and AI assistants that write workflows. */
function assistants(done) {
	require('tsx/cjs');
	const { llmsText, operationsFile } = require('./truth/assistants.ts');
	mkdirSync('dist', { recursive: true });
	writeFileSync('dist/llms.txt', llmsText());
	writeFileSync('dist/operations.json', operationsFile());
	done();
}

exports.build = series(
	clean,
	parallel(series(compile, lists, panels), icons, codex, schemas, assistants),
);
