import { article } from './article';
import { category } from './category';
import { portal } from './portal';

/** The help center of an account. Keys are the values that n8n stores; the first is the node's default. */
export const resources = { article, category, portal };
