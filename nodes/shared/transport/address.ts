import type { INodeProperties } from 'n8n-workflow';
import { BadInput } from '../faults';
import { parsedUrl } from '../values';

/** The field of both credentials. */
export const baseUrlProperty: INodeProperties = {
	displayName: 'Base URL',
	name: 'base_url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://app.chatwoot.com',
	description: 'URL of Chatwoot. You can paste the URL of any page of its dashboard.',
};

/**
 * Chatwoot's root from a pasted URL, without surrounding spaces and slashes, and without the path of a
 * dashboard page or the API. A folder in which Chatwoot is installed stays.
 * @returns URL without a slash at the end
 * @throws BadInput
 */
export function baseUrl(typed: unknown): string {
	const text = String(typed ?? '').trim();
	if (!text) throw new BadInput('The base URL in the credential is empty');
	if (!/^https?:\/\//i.test(text))
		throw new BadInput('The base URL must begin with https:// or http://');
	// URL parsers silently change or drop these characters.
	if (/[\\\p{Cc}]/u.test(text))
		throw new BadInput('The base URL must not contain backslashes, tabs or line breaks');
	const url = parsedUrl(text);
	if (!url) throw new BadInput('The base URL is not a valid URL such as https://app.example.com');
	if (url.port === '0') throw new BadInput('The base URL must not have the port 0');
	if (url.username || url.password)
		throw new BadInput('The base URL must not contain a user name or password');
	const path = url.pathname
		.replace(/\/+/g, '/')
		.replace(/\/(app|api|platform|public|auth|super_admin)(\/.*)?$/, '')
		.replace(/\/$/, '');
	return url.origin + path;
}

/** The account ID in a pasted URL of the dashboard or the API. */
export const accountIn = (typed: unknown): string | undefined =>
	/^\s*https?:\/\/.*?\/accounts\/([1-9]\d*)(?!\w)/i.exec(String(typed ?? ''))?.[1];

/** One encoded segment of a path. @throws BadInput for "." and "..", which would change the folder */
export function segment(value: string | number): string {
	if (/^\.{1,2}$/.test(String(value))) throw new BadInput('must not be "." or ".."');
	return encodeURIComponent(value).replace(/\./g, '%2E');
}

/**
 * The checked URL of a file on Chatwoot's server; if `any` is true, also on another server.
 * @throws BadInput with words that follow the field's label
 */
export function ownAddress(typed: string, base: unknown, any: unknown): string {
	const url = parsedUrl(typed);
	if (!url) throw new BadInput('is not a valid URL');
	if (!/^https?:$/.test(url.protocol)) throw new BadInput('must begin with https:// or http://');
	const { origin } = new URL(baseUrl(base));
	if (url.origin !== origin && any !== true)
		throw new BadInput(
			`is on ${url.origin}, but the credential is for ${origin}: enable Allow Other Servers to fetch it without the token`,
		);
	return url.href;
}
