import { PackageDirectoryLoader } from 'n8n-core';

/** Prints what n8n makes of an unpacked package: `tsx test/support/load.ts <folder>`. */
async function main([folder]: string[]) {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const { types, known } = loader;
	process.stdout.write(JSON.stringify({ types, known }), () => process.exit(0));
}

void main(process.argv.slice(2));
