import { decoded } from './files';

const SECRET =
	/^(access_token|access_key|secret_key|api_token|credentials|pubsub_token|hmac_token|hmac_identifier|auth_token|token|bot_token|secret|api_key|provider_config|auth_config|line_channel_token|webhook_verify_token|sso_auth_token)$|_secret$|password|^api_key_|_api_key$/;

/** `''`, null, `{}` or `[]`: there is no secret. */
const isNothing = (value: unknown): boolean =>
	value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** In there stands what a value may be, never one. */
const SCHEMA = /_json_schema$/;

/** Under these keys stand addresses that the service calls. */
const ADDRESS = /^(url|outgoing_url|endpoint_url|\w*webhook_url|action_params)$/;

/** In there people and channels name the keys, or the address itself is what was asked for. */
const FREE = /^(additional_attributes|content_attributes|custom_attributes|direct_upload)$/;

/** A parameter of a query that holds a secret; the link that signs in is asked for, the website's token is public. */
const PARAMETER =
	/^(?!sso_auth_token$|website_token$)(([\w-]*[_-])?(token|secret|key|password|signature)|(access|api|auth|secret)(key|token)|auth|authorization|code|pass|passwd|pwd|sig)(\[\])?$/i;

/** The password in `https://name:password@host`. */
const PASSWORD = /(?<=:\/\/[^\s/?#:@]*:)[^\s/?#@]+(?=@)/g;

/** `name=value` in a query or behind `#`. */
const PAIR = /(?<=[?&;#])([^=&;#?\s]+)=([^&;#\s"'<>]+)/g;

/** `apiKey` → api_Key */
const spelled = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_');

/**
 * A text in which the secrets of addresses read `***`: passwords and parameters of queries, also
 * those of an address inside a query, as the trigger's own while a test listens.
 */
export const withoutSecrets = (text: string): string =>
	text.replace(PASSWORD, '***').replace(PAIR, (whole, name: string, value: string) => {
		if (PARAMETER.test(spelled(decoded(name)))) return `${name}=***`;
		const inner = decoded(value);
		const shown = inner.includes('://') ? withoutSecrets(inner) : inner;
		return shown === inner ? whole : `${name}=${encodeURIComponent(shown)}`;
	});

/** What may stand in a part of a record. */
type Part = 'anything' | 'address' | 'free';

const partAt = (key: string, part: Part): Part =>
	part === 'free' || FREE.test(key) ? 'free' : ADDRESS.test(key) ? 'address' : part;

/**
 * Every key that holds a secret reads `***`, and so does a secret in the query of an address that the
 * service calls; empty ones stay. Only what holds one is copied.
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
