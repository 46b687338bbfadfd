/** The form of a value as JSON, as the description of a field has it. */
export type Form =
	| { either: Form[] }
	| { list: Form[] }
	| { keys: Array<{ key: string; optional: boolean; form: Form }> }
	/** A kind of value, or the value itself. */
	| { word: string }
	| { value: unknown };

const TOKENS = /"[^"]*"|[\w.]+|[{}[\]:,?]/g;

/** @throws Error where it is none */
export function parsed(text: string): Form {
	const tokens = text.match(TOKENS) ?? [];
	const take = (wanted?: string) => {
		const token = tokens.shift();
		if (token === undefined || (wanted && token !== wanted))
			throw new Error(`${wanted ?? 'more'} is missing before ${tokens.join(' ')} in ${text}`);
		return token;
	};
	const several = <T>(end: string, parseOne: () => T): T[] => {
		const found: T[] = [];
		while (tokens[0] !== end) {
			if (found.length) take(',');
			found.push(parseOne());
		}
		take(end);
		return found;
	};
	const form = (): Form => {
		const either = [single()];
		while (tokens[0] === 'or') {
			take();
			either.push(single());
		}
		return either.length > 1 ? { either } : either[0];
	};
	const single = (): Form => {
		const token = take();
		if (token === '[') return { list: several(']', form) };
		if (token === '{') return { keys: several('}', entry) };
		if (['string', 'number', 'boolean'].includes(token)) return { word: token };
		return { value: JSON.parse(token) as unknown };
	};
	const entry = () => {
		const isAny = tokens[0] === '[' && Boolean(take());
		const key = isAny ? `[${take()}${take(']')}` : take();
		const optional = tokens[0] === '?' && Boolean(take());
		take(':');
		return { key, optional, form: form() };
	};
	const whole = form();
	if (tokens.length) throw new Error(`${tokens.join(' ')} is left of ${text}`);
	return whole;
}

const WORDS: Record<string, unknown> = {
	string: 'https://example.com/a',
	number: 1,
	boolean: true,
};

/**
 * Values of a form: every way to write it, with all that may be left out and without.
 * @param known values of keys of which the form says the kind alone
 */
export function samplesOf(form: Form, known: Record<string, unknown> = {}): unknown[] {
	if ('value' in form) return [form.value];
	if ('word' in form) return [WORDS[form.word]];
	if ('either' in form) return form.either.flatMap((one) => samplesOf(one, known));
	if ('list' in form)
		return form.list.length
			? form.list.flatMap((one) => samplesOf(one, known).map((sample) => [sample]))
			: [[]];
	const write = (keys: typeof form.keys) =>
		keys.reduce<Array<Record<string, unknown>>>(
			(rows, { key, form: inner }) => {
				const samples = key in known ? [known[key]] : samplesOf(inner, known);
				return samples.flatMap((sample) =>
					rows.map((row) => ({ ...row, [key.replace(/[[\]]/g, '')]: sample })),
				);
			},
			[{}],
		);
	const needed = form.keys.filter(({ optional }) => !optional);
	return needed.length < form.keys.length
		? [...write(form.keys), ...write(needed)]
		: write(form.keys);
}

/** Whether a value is written in this form. */
export function fits(form: Form, value: unknown): boolean {
	if ('value' in form) return form.value === value;
	if ('word' in form) return typeof value === form.word;
	if ('either' in form) return form.either.some((one) => fits(one, value));
	if ('list' in form)
		return (
			Array.isArray(value) && value.every((entry) => form.list.some((one) => fits(one, entry)))
		);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const row = value as Record<string, unknown>;
	const any = form.keys.find(({ key }) => key.startsWith('['));
	if (any) return Object.values(row).every((entry) => fits(any.form, entry));
	return (
		Object.keys(row).every((key) => form.keys.some((one) => one.key === key)) &&
		form.keys.every(({ key, optional, form: inner }) =>
			row[key] === undefined ? optional : fits(inner, row[key]),
		)
	);
}
