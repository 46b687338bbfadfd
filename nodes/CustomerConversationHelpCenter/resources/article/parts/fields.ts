import {
	agent,
	article,
	category,
	collection,
	file,
	integer,
	locale,
	optional,
	pick,
	text,
	textsOf,
	type Settings,
} from '../../../../shared/vocabulary';
import { slug } from '../../portal/parts/slug';

/** Maximum length of texts, in characters. */
const LINE = 255;
const LONGEST = 20_000;

const STATUSES = { draft: 'Draft', published: 'Published', archived: 'Archived' };

export const status = (settings: Settings = {}) => pick('status', STATUSES, settings);

export const articleTitle = () => text('title', { max: LINE });

export const articleSlug = (hint: string) =>
	slug({ hint: `Part of the URL. Must be unique in the whole installation. ${hint}` });

export const author = () => agent('author_id', { label: 'Author', shown: 'author.id' });

const MARKDOWN = "Markdown. HTML is not rendered: convert it with n8n's Markdown node.";

export const articleContent = (settings: Settings = {}) =>
	text('content', { rows: 8, max: LONGEST, hint: MARKDOWN, ...settings });

export const contentFile = () =>
	file('content_file', {
		as: 'content',
		label: 'Content Binary Field',
		hint: 'Name of the input binary field that contains the Markdown file. Use it instead of Content.',
		types: ['text/markdown', 'text/x-markdown', 'text/plain'],
		megabytes: 1,
	});

export const meta = () =>
	collection(
		'meta',
		[
			optional(
				text('title'),
				text('description'),
				textsOf('tags', { hint: 'Separated by commas' }),
			),
		],
		{
			label: 'SEO',
			hint: 'Title, description and tags for search engines. An update replaces all of them.',
			clear: {},
		},
	);

export const description = () => text('description', { max: LONGEST, clear: '' });

/** The optional fields of an article. */
export const details = () => [
	contentFile(),
	description(),
	category('category_id', {
		hint: 'The article gets the language of the category',
		clear: null,
		shown: 'category.id',
	}),
	status({ hint: 'Drafts are not listed, but anyone who knows the slug can read them' }),
	integer('position', {
		hint: 'If the category changes, the article moves to its end',
		clear: null,
		shown: false,
	}),
	locale({
		hint: "Only for articles without a category. Not checked against the portal's languages.",
		shown: false,
	}),
	article('associated_article_id', {
		label: 'Translation Of',
		hint: 'The same article in the default language',
		clear: null,
		shown: false,
	}),
	meta(),
	text('draft_title', {
		max: LINE,
		since: '4.16',
		hint: 'Title of an unpublished version of the article',
		clear: null,
	}),
	text('draft_content', {
		rows: 8,
		max: LONGEST,
		since: '4.16',
		hint: 'Content of an unpublished version of the article, as Markdown',
		clear: null,
	}),
];
