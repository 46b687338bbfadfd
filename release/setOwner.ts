import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLE, fieldsOf, PAGES, withLinks, type Owned } from './owner';

const root = join(__dirname, '..');

/**
 * `npm run owner -- --repository <address> --author "<name> <email>"` writes both into package.json, and
 * the addresses of the pages in docs/ into the nodes and credentials.
 */
function main(args: string[]): void {
	const { values } = parseArgs({
		args,
		options: { repository: { type: 'string' }, author: { type: 'string' } },
	});
	const fields = fieldsOf({ repository: values.repository ?? '', author: values.author ?? '' });
	const read = (file: string) => readFileSync(join(root, file), 'utf8');
	const write = (file: string, text: string) => writeFileSync(join(root, file), text);
	const manifest = { ...(JSON.parse(read('package.json')) as Owned), ...fields };
	write('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
	for (const file of Object.keys(PAGES)) write(file, withLinks(manifest, file, read(file)));
	process.stdout.write(
		`Written: package.json and ${Object.keys(PAGES).length} links to the documentation. Look at git diff, then commit it.\n`,
	);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	process.stderr.write(
		`${(error as Error).message}\n\nnpm run owner -- --repository ${EXAMPLE.repository} --author "${EXAMPLE.author}"\n`,
	);
	process.exitCode = 1;
}
