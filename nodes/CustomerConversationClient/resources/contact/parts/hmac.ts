import { createHmac } from 'crypto';

/** HMAC-SHA256 as small hexadecimal digits. */
export const hmacOf = (key: string, text: string): string =>
	createHmac('sha256', key).update(text).digest('hex');
