import { Stays } from '../parameters';

/** Code of n8n in a text that is no expression; other braces are variables of Chatwoot, such as `{{contact.name}}`. */
const CODE = /\{\{[^{}]*\$/;

/** @throws Stays if n8n sends the code of a text as it is */
export function checkBraces(stored: unknown, field?: string): void {
	if (typeof stored === 'string' && !stored.startsWith('=') && CODE.test(stored))
		throw new Stays(
			'it is no expression, so that n8n sends the braces. Put = before it and convert again',
			field,
		);
}
