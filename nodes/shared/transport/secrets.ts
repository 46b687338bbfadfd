import { decoded } from './files';

const SECRET =
	/^(access_token|access_key|secret_key|api_token|credentials|pubsub_token|hmac_token|hmac_identifier|auth_token|token|bot_token|secret|api_key|provider_config|auth_config|line_channel_token|webhook_verify_token|sso_auth_token)$|_secret$|password|^api_key_|_api_key$/;

/** `''`, null, `{}` or `[]`: not a secret. */
const isNothing = (value: unknown): boolean =>
	value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** JSON schemas describe values and contain no secrets. */
const SCHEMA = /_json_schema$/;

/** Keys of URLs that Chatwoot calls, which may contain secrets. */
const ADDRESS = /^(url|outgoing_url|endpoint_url|\w*webhook_url|action_params)$/;

/** Keys inside these are named by users and channels, or the URL itself is the result: nothing is masked there. */
const FREE = /^(additional_attributes|content_attributes|custom_attributes|direct_upload)$/;

/** Query parameters that contain a secret. The login link is the result of its operation, and the website token is public. */
const PARAMETER =
	/^(?!sso_auth_token$|website_token$)(([\w-]*[_-])?(token|secret|key|password|signature)|(access|api|auth|secret)(key|token)|auth|authorization|code|pass|passwd|pwd|sig)(\[\])?$/i;

/** The password in `https://name:password@host`. */
const PASSWORD = /(?<=:\/\/[^\s/?#:@]*:)[^\s/?#@]+(?=@)/g;

/** `name=value` in a query or behind `#`. */
const PAIR = /(?<=[?&;#])([^=&;#?\s]+)=([^&;#\s"'<>]+)/g;

/** `apiKey` → api_Key */
const spelled = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_');

/**
 * Replaces secrets in URLs by `***`: passwords and query parameters, also in a URL inside a query, as the
 * trigger's URL has one while a test listens.
 */
export const withoutSecrets = (text: string): string =>
	text.replace(PASSWORD, '***').replace(PAIR, (whole, name: string, value: string) => {
		if (PARAMETER.test(spelled(decoded(name)))) return `${name}=***`;
		const inner = decoded(value);
		const shown = inner.includes('://') ? withoutSecrets(inner) : inner;
		return shown === inner ? whole : `${name}=${encodeURIComponent(shown)}`;
	});

/** What kind of values a part of a record contains. */
type Part = 'anything' | 'address' | 'free';

const partAt = (key: string, part: Part): Part =>
	part === 'free' || FREE.test(key) ? 'free' : ADDRESS.test(key) ? 'address' : part;

/**
 * Replaces the values of secret keys by `***`, and secrets in URLs that Chatwoot calls. Empty values stay. Only
 * objects that contain a secret are copied.
 */
export function mask(value: unknown, part: Part = 'anything'): unknown {
	if (typeof value === 'string') return part === 'address' ? withoutSecrets(value) : value;
	if (typeof value !== 'object' || value === null) return value;
	const masked = Object.entries(value).flatMap(([key, entry]): Array<[string, unknown]> => {
		const isSecret = SECRET.test(key) && typeof entry !== 'boolean' && !isNothing(entry);
		const shown = isSecret ? '***' : SCHEMA.test(key) ? entry : mask(entry, partAt(key, part));
		return shown === entry ? [] : [[key, shown]];
	});
	if (masked.length === 0) return value;
	const changes = Object.fromEntries(masked);
	return Array.isArray(value)
		? value.map((entry: unknown, index) => changes[index] ?? entry)
		: { ...value, ...changes };
}
