import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

/** How old a signed delivery may be, in seconds. */
export const TOLERANCE = 300;

/** What proves that a delivery comes from Chatwoot. */
interface Expected {
	/** The secret in the registered URL; undefined if it is not checked. */
	secret?: { value?: string };
	/** Key of the signature that newer releases send; undefined if it is not known. */
	signingKey?: string;
}

interface Arrived {
	secret: unknown;
	headers: Record<string, unknown>;
	rawBody?: Buffer;
}

/** The parts of a call that are checked. */
export const arrivedOf = (context: IWebhookFunctions): Arrived => ({
	secret: (context.getQueryData() as IDataObject).secret,
	headers: context.getHeaderData(),
	rawBody: (context.getRequestObject() as { rawBody?: Buffer }).rawBody,
});

/** Compares in constant time. */
function timingSafeEqualText(a: string, b: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}

/**
 * Why a delivery is refused; undefined if it is accepted. In doubt it is refused.
 * @param now Unix time in seconds
 */
export function refusalOf(
	{ secret, headers, rawBody }: Arrived,
	expected: Expected,
	now = Math.floor(Date.now() / 1000),
): string | undefined {
	if (expected.secret) {
		const { value } = expected.secret;
		if (!value) return 'no secret is stored: activate the workflow again';
		if (!secret) return 'it has no secret: only the URL that the node registered has one';
		if (typeof secret !== 'string' || !timingSafeEqualText(secret, value))
			return 'its secret is wrong';
	}
	if (expected.signingKey === undefined) return undefined;
	const signature = headers['x-chatwoot-signature'];
	const timestamp = String(headers['x-chatwoot-timestamp'] ?? '');
	if (!signature || !timestamp) return 'it is not signed';
	if (!/^\d+$/.test(timestamp)) return 'its timestamp cannot be read';
	if (!rawBody) return 'its signed body cannot be read';
	const signed = createHmac('sha256', expected.signingKey)
		.update(`${timestamp}.`)
		.update(rawBody)
		.digest('hex');
	if (!timingSafeEqualText(String(signature), `sha256=${signed}`)) return 'its signature is wrong';
	const age = Math.abs(now - Number(timestamp));
	if (age > TOLERANCE) return `it was signed ${age} seconds ago; at most ${TOLERANCE} are allowed`;
	return undefined;
}
