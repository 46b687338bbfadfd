/**
 * Node loads packages, once per worker. Jest loads the project's files again for each test file. Jest looks for
 * mocks first: if a test file mocks a package, the project's files get the mock. Other packages get the real one.
 */
const { sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const SSH =
	'n8n-core/dist/execution-engine/node-execution-context/utils/ssh-tunnel-helper-functions';

// It checks SSH connections every minute: the timer would keep each worker alive.
const helper = require.resolve(SSH);
require.cache[helper] = {
	id: helper,
	loaded: true,
	exports: { getSSHTunnelFunctions: () => ({}) },
};

const PACKAGES = `${sep}node_modules${sep}`;

/** The file of each package that Node loads, by the name in `import`; undefined for everything else. */
const files = new Map();

module.exports = class SharedPackages extends Runtime {
	fileOf(from, name) {
		if (name.startsWith('.') || this._resolver.isCoreModule(name)) return undefined;
		if (!files.has(name)) {
			const file = this._resolveCjsModule(from, name);
			files.set(name, file.includes(PACKAGES) && !file.endsWith('.json') ? file : undefined);
		}
		return files.get(name);
	}

	requireModule(from, name, options, isRequireActual) {
		const file = name && !options?.isInternalModule && this.fileOf(from, name);
		return file ? require(file) : super.requireModule(from, name, options, isRequireActual);
	}
};
