/** What "Simplify" keeps of an article: each carries its whole portal with all categories. */
export const ARTICLE = [
	...['id', 'title', 'content', 'description', 'status', 'slug', 'link', 'position', 'views'],
	...['category', 'author', 'last_updated_at'],
];
