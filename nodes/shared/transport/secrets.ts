const SECRET =
	/^(access_token|pubsub_token|hmac_token|hmac_identifier|auth_token|token|bot_token|.*_secret|secret|.*password.*|api_key|api_key_.*|.*_api_key|provider_config|line_channel_token|webhook_verify_token|sso_auth_token)$/;

/** A copy in which the value of every key that holds a secret reads `***`; empty ones stay. */
export function mask(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(mask);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			key,
			SECRET.test(key) && typeof entry !== 'boolean' && entry !== null && entry !== ''
				? '***'
				: mask(entry),
		]),
	);
}
