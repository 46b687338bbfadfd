import { question } from './question';

/** Keys are the values that n8n stores. */
export const resources = { question };
