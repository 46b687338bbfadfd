import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chapters } from '../../docs/demo';

const root = join(__dirname, '../..');

test('the demo shows what reviewers of n8n ask for', () => {
	expect(Object.keys(chapters)).toEqual(['install', 'credential', 'action', 'trigger', 'agent']);
});

test('its sentences fit in one line, and can be read in less than five minutes', () => {
	const source = readFileSync(join(root, 'docs/demo.ts'), 'utf8');
	const sentences = [...source.matchAll(/await say\('((?:[^'\\]|\\.)+)'\)/g)].map(
		([, text]) => text,
	);
	expect(sentences.length).toBeGreaterThan(10);
	expect(sentences.filter((text) => text.length > 90)).toEqual([]);
	const read = sentences.reduce((sum, text) => sum + 1.5 + 0.055 * text.length, 0);
	expect(read).toBeLessThan(150);
});

test('the take is small enough for everybody to load', () => {
	const { size } = statSync(join(root, 'docs/pictures/demo.webm'));
	expect(size).toBeGreaterThan(100_000);
	expect(size).toBeLessThan(10_000_000);
});
