import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { isPrivateHost } from '../../../../shared/privateHost';
import { parsedUrl } from '../../../../shared/values';
import { url, type Call, type Field, type Reading } from '../../../../shared/vocabulary';

const address = url('url', {
	as: 'content',
	placeholder: 'e.g. https://crm.example.com/customer',
	hint: 'Page that the dashboard shows next to a conversation. For several pages, use a list from an expression.',
});

/** The service only accepts URLs in ASCII, and its refusal names no field. */
function written(value: unknown, reading: Reading): string {
	const typed = String(address.convert(value, reading));
	const page = parsedUrl(typed);
	if (!page) throw new BadInput('is not a valid URL');
	if (/[^\x21-\x7e]/.test(typed))
		throw new BadInput(`can contain ASCII characters only. Write it as ${page.href}`);
	return typed;
}

/** Sent as `content`, with one frame per page. */
export const frames = (): Field => ({
	...address,
	convert: (value, reading) =>
		[value].flat().map((one: unknown) => ({ type: 'frame', url: written(one, reading) })),
});

/** For `run`: hints at pages that only some browsers can open. The service never calls them. */
export async function withHints({ values, host, records }: Call): Promise<IDataObject[]> {
	const apps = await records();
	const pages = (values.url ?? []) as Array<{ url: string }>;
	for (const { origin, hostname } of pages.map((page) => new URL(page.url)))
		if (isPrivateHost(hostname))
			host.hint(
				`The private address ${origin} only opens on that computer or in that network: dashboard apps run in the browser of each agent.`,
			);
	return apps;
}
