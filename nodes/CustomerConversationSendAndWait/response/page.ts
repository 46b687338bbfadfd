import type { IDataObject } from 'n8n-workflow';
import { html, type Html } from '../../shared/formats/html';
import type { Button } from '../resources/question/parts/wording';

/** What the page shows of a question. */
export interface PageContent {
	title: string;
	question: string;
	/** Conversation that the question is about; not for customers. */
	conversation?: string;
	/** No buttons: a text is asked for. */
	buttons: Button[];
	/** Value of the button whose link was opened. */
	chosen?: string;
	/** Why the last response was not accepted. */
	fault?: string;
}

/** Sent with each page: it loads nothing, runs nothing, is not shown inside another page, and not stored. */
export const HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'Cache-Control': 'no-store',
	'X-Robots-Tag': 'noindex',
};

const STYLE = html`
:root { color-scheme: light dark; --text: #1f2933; --quiet: #52606d; --page: #f3f5f7; --card: #fff; --line: #cbd2d9; --main: #0b7285; --on-main: #fff; --fault: #b3261e }
@media (prefers-color-scheme: dark) { :root { --text: #e8edf1; --quiet: #a3b1bd; --page: #12181d; --card: #1c242b; --line: #3a4651; --main: #3bb5c9; --on-main: #06262c; --fault: #f2b8b5 } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3 }
p { margin: 0; overflow-wrap: anywhere }
.quiet { color: var(--quiet); font-size: 14px }
.question { margin: 16px 0; white-space: pre-wrap }
.fault { margin-bottom: 12px; color: var(--fault) }
form { display: flex; flex-wrap: wrap; gap: 12px }
label { width: 100%; font-size: 14px }
textarea { width: 100%; min-height: 120px; margin-top: 4px; padding: 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit }
button { flex: 1 1 160px; min-height: 44px; padding: 8px 16px; border: 1px solid var(--main); border-radius: 8px; background: none; color: var(--main); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer }
button.main { background: var(--main); color: var(--on-main) }
button:focus-visible, textarea:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
@media (max-width: 480px) { main { padding: 16px } }`;

const page = (title: string, content: Html): string =>
	html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.toString();

/** A page that only says something. */
export const noticePage = (title: string, text: string): string =>
	page(title, html`<p class="question">${text}</p>`);

/** The question, with buttons or a field. The form is sent to the page's own URL, which n8n has signed. */
export function form({
	title,
	question,
	conversation,
	buttons,
	chosen,
	fault,
}: PageContent): string {
	const about = conversation && html`<p class="quiet">${conversation}</p>`;
	const wrong = fault && html`<p class="fault" role="alert">${fault}</p>`;
	// A list with nothing chosen has a first button like all others.
	const inputs = buttons.length
		? buttons.map(
				({ value, label }) =>
					html`<button name="response" value="${value}"${value === chosen ? html` class="main"` : ''}>${label}</button>`,
			)
		: [
				html`<label>Your response<textarea name="response" required autofocus maxlength="10000"></textarea></label>`,
				html`<button class="main">Send</button>`,
			];
	return page(
		title,
		html`${about}<p class="question">${question}</p>${wrong}<form method="post">${inputs}</form>`,
	);
}

/** What the question is shown as. @param kept by the operation */
export const contentOf = (kept: IDataObject): PageContent => ({
	title: String(kept.page_title ?? 'Response Needed'),
	question: String(kept.message),
	buttons: kept.buttons as unknown as Button[],
	...(kept.recipient === 'team'
		? { conversation: `Conversation ${String((kept.item as IDataObject).conversation_id)}` }
		: {}),
});
