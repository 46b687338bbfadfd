import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..');

export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Files of the checkout, those that are not committed yet too. */
export const filesOf = (...patterns: string[]): string[] =>
	execFileSync(
		'git',
		['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns],
		{ cwd: root, encoding: 'utf8' },
	)
		.split('\0')
		.filter(Boolean);

/** A text in a cell of a table: one line, and no bar. */
export const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** Every page of documentation. */
export const pages = (): string[] => filesOf('*.md');
