import { createHmac } from 'crypto';

/** HMAC-SHA256 in lowercase hexadecimal. */
export const hmacOf = (key: string, text: string): string =>
	createHmac('sha256', key).update(text).digest('hex');
