/** Liquid in texts that Chatwoot sends as they are, such as the HTML of an email. */

const LIQUID = /{{[^{}]*}}|{%[^%]*%}/g;

/** `{{contact.name}}`, also with a value for contacts without a name: `{{contact.name | default: "there"}}`. */
const VARIABLE = /^{{\s*([\w.-]+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?}}$/;

/** The variables that can be filled in as Chatwoot fills them in in a text. */
const PATHS = [
	/^(?:contact|agent|inbox|account|conversation)\.id$/,
	/^(?:contact|agent|inbox|account)\.name$/,
	/^(?:contact|agent)\.(?:first_name|last_name|email)$/,
	/^(?:contact\.phone_number|agent\.available_name|conversation\.(?:display_id|contact_name))$/,
	/^(?:contact|conversation)\.custom_attribute\.[\w-]+$/,
];

interface Variable {
	path: string;
	/** Instead of a value that is missing, empty or false. */
	fallback?: string;
}

function variableIn(liquid: string): Variable | undefined {
	const [, path = '', ...fallbacks] = VARIABLE.exec(liquid) ?? [];
	if (!PATHS.some((one) => one.test(path))) return undefined;
	return { path, fallback: fallbacks.find((one) => one !== undefined) };
}

const liquidIn = (text: string): string[] => text.match(LIQUID) ?? [];

/** The Liquid in a text that cannot be filled in. */
export const unknownLiquid = (text: string): string[] =>
	liquidIn(text).filter((liquid) => !variableIn(liquid));

/** The variables in a text, such as `contact.name`. */
export const variablesIn = (text: string): string[] =>
	liquidIn(text).flatMap((liquid) => variableIn(liquid)?.path ?? []);

/** Fills in the variables with texts, empty ones for missing values; other Liquid stays. */
export const withVariables = (text: string, valueOf: (path: string) => string): string =>
	text.replace(LIQUID, (liquid) => {
		const { path, fallback } = variableIn(liquid) ?? {};
		if (path === undefined) return liquid;
		const value = valueOf(path);
		return ['', 'false'].includes(value) ? (fallback ?? value) : value;
	});
