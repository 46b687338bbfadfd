const { execFileSync } = require('node:child_process');
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

const SURFACES = {
	account: 'CustomerConversation',
	platform: 'CustomerConversationPlatform',
	public: 'CustomerConversationClient',
};

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

/** Light and dark icons. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Categories and search words. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** The fields of each operation's output, which the editor shows before the first run. */
function schemas(done) {
	require('tsx/cjs');
	for (const [id, schema] of require('./test/support/schemas.ts').schemas()) {
		const [surface, resource, operation] = id.split('.');
		const folder = join('dist/nodes', SURFACES[surface], '__schema__/v1.0.0', resource);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, `${operation}.json`), JSON.stringify({ ...schema, version: 1 }));
	}
	done();
}

exports.build = series(clean, parallel(compile, icons, codex, schemas));
