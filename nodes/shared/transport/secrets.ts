const SECRET =
	/^(access_token|access_key|secret_key|api_token|credentials|pubsub_token|hmac_token|hmac_identifier|auth_token|token|bot_token|secret|api_key|provider_config|auth_config|line_channel_token|webhook_verify_token|sso_auth_token)$|_secret$|password|^api_key_|_api_key$/;

/** `''`, null, `{}` or `[]`: there is no secret. */
const isNothing = (value: unknown): boolean =>
	value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** In there stands what a value may be, never one. */
const SCHEMA = /_json_schema$/;

/** Every key that holds a secret reads `***`, empty ones stay. Only what holds one is copied. */
export function mask(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const masked = Object.entries(value).flatMap(([key, entry]): Array<[string, unknown]> => {
		const isSecret = SECRET.test(key) && typeof entry !== 'boolean' && !isNothing(entry);
		const shown = isSecret ? '***' : SCHEMA.test(key) ? entry : mask(entry);
		return shown === entry ? [] : [[key, shown]];
	});
	if (masked.length === 0) return value;
	const changes = Object.fromEntries(masked);
	return Array.isArray(value)
		? value.map((entry: unknown, index) => changes[index] ?? entry)
		: { ...value, ...changes };
}
