import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { Html } from '../../shared/formats/html';
import { isoOf, type Span } from '../../shared/time/calendar';
import type { Call } from '../../shared/vocabulary';
import { htmlPage, LONGEST_PAGE, type PageStyle } from './document';

/**
 * The item of a page about the operation's period. If the page is longer than Gmail shows, its tables get
 * fewer rows, and a hint says so.
 * @param kind begins the name of the file, such as `report`
 * @param fallback title that users can replace
 * @param content of the page with so many rows per table
 */
export function periodPage(
	{ values, request, host }: Call,
	style: PageStyle,
	kind: string,
	fallback: string,
	most: number,
	content: (rows: number) => Html[],
): IDataObject {
	const { locale, zone } = style;
	const { since, until } = request.query as unknown as Span;
	const [from, to] = [since, until - 1].map((moment) =>
		DateTime.fromSeconds(moment, { zone, locale }),
	);
	const days = [from, to].map((day) => day.toLocaleString(DateTime.DATE_FULL));
	const title = String(values.page_title ?? style.say(fallback));
	const head = {
		title,
		about: `${[...new Set(days)].join(' – ')} (${zone})`,
		logo: values.logo_url as string | undefined,
	};
	let rows = most;
	let html = htmlPage(style, head, content(rows));
	while (Buffer.byteLength(html) > LONGEST_PAGE && rows > 1) {
		rows = Math.ceil(rows / 2);
		html = htmlPage(style, head, content(rows));
	}
	if (rows < most)
		host.hint(
			`The page shows ${rows} rows per table instead of ${most}: Gmail cuts pages of more than 100 kB.`,
		);
	return {
		title,
		since: isoOf(since, zone),
		until: isoOf(until, zone),
		fileName: `${kind}_${from.toISODate()}_${to.toISODate()}.html`,
		html,
	};
}
