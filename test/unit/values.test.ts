import { parsedUrl } from '../../nodes/shared/values';

describe('A URL in a text', () => {
	test.each([
		['https://crm.example/größe?a=1', undefined, 'https://crm.example/gr%C3%B6%C3%9Fe?a=1'],
		['/files/1', 'https://crm.example', 'https://crm.example/files/1'],
		['crm.example', undefined, undefined],
		['/files/1', undefined, undefined],
		['', undefined, undefined],
	])('%s after %s', (typed, base, href) => {
		expect(parsedUrl(typed, base)?.href).toBe(href);
	});

	// Node 20 compiles often called functions, and its compiled canParse refuses URLs with umlauts.
	test('with an umlaut is parsed as often as needed', () => {
		const all = Array.from({ length: 50_000 }, () => parsedUrl('https://bücher.example/küche'));
		expect(all.filter((url) => url?.hostname !== 'xn--bcher-kva.example')).toHaveLength(0);
	});
});
