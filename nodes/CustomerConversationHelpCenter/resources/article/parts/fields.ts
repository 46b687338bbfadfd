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

/** Longest texts; in characters. */
const LINE = 255;
const LONGEST = 20_000;

export const STATUSES = { draft: 'Draft', published: 'Published', archived: 'Archived' };

export const status = (settings: Settings = {}) => pick('status', STATUSES, settings);

export const articleTitle = () => text('title', { max: LINE });

export const articleSlug = (hint: string) =>
	slug({ hint: `Part of the address, unique in the whole installation. ${hint}` });

export const author = () => agent('author_id', { label: 'Author', shown: 'author.id' });

const MARKDOWN = "Markdown; n8n's Markdown node makes it of HTML, which the service does not show";

export const articleContent = (settings: Settings = {}) =>
	text('content', { rows: 8, max: LONGEST, hint: MARKDOWN, ...settings });

export const contentFile = () =>
	file('content_file', {
		as: 'content',
		hint: 'Name of the binary property of the input item that holds the text as Markdown, in place of Content',
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
			hint: 'What search engines are told. In an update it replaces all that is stored.',
			clear: {},
		},
	);

export const description = () => text('description', { max: LONGEST, clear: '' });

/** What an article may have beside title, author and content. */
export const details = () => [
	contentFile(),
	description(),
	category('category_id', {
		hint: 'The article takes over its language',
		clear: null,
		shown: 'category.id',
	}),
	status({ hint: 'Drafts are not listed, but shown to whoever knows the slug' }),
	integer('position', {
		hint: 'An article that changes its category goes to the end there',
		clear: null,
		shown: false,
	}),
	locale({
		hint: 'Of an article without a category; not checked against the portal',
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
		hint: 'Of an unpublished version beside the article',
		clear: null,
	}),
	text('draft_content', {
		rows: 8,
		max: LONGEST,
		since: '4.16',
		hint: 'Of an unpublished version beside the article, as Markdown',
		clear: null,
	}),
];
