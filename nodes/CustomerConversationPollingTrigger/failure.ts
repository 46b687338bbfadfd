import { BadInput, ServiceError } from '../shared/faults';
import { NO_RECORD } from '../shared/transport/errors';

/** Why a poll failed, in n8n's words. With durable cursors n8n decides by it when to poll again. */
interface Failure {
	cause:
		'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
	retryAfterMs?: number;
}

/** Chatwoot's words for a token that nobody has. */
const UNKNOWN_TOKEN = /^Invalid access.token/i;

/**
 * Why a poll failed; undefined if n8n must judge the error itself. Chatwoot also answers 401 if the token's user is
 * no member of the account, or lacks a right. n8n would take that for a broken credential.
 */
export function failureOf(error: unknown): Failure | undefined {
	if (error instanceof BadInput) return { cause: 'configuration-invalid' };
	if (!(error instanceof ServiceError)) return undefined;
	const { status, wait, message } = error;
	if (status === 429) return { cause: 'rate-limited', retryAfterMs: wait };
	if (status === 401 && UNKNOWN_TOKEN.test(message)) return { cause: 'credential-invalid' };
	const isRefused = status === 401 || status === 403 || message.endsWith(NO_RECORD);
	if (isRefused) return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable', retryAfterMs: wait };
}
