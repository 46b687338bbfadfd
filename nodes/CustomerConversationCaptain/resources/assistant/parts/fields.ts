import {
	flag,
	number,
	text,
	textsOf,
	type Field,
	type Settings,
} from '../../../../shared/vocabulary';

const config = (kind: typeof text, name: string, settings: Settings = {}): Field =>
	kind(name, { as: `config.${name}`, clear: null, ...settings });

const feature = (name: string, label: string, hint: string, since?: string): Field =>
	flag(`feature_${name}`, { as: `config.feature_${name}`, label, hint, since, clear: null });

/** Sentences have commas: each stands in a line of its own. */
const sentences = (name: string, hint: string): Field => {
	const kind = textsOf(name, { hint: `${hint}, one a line, or a list by expression`, clear: [] });
	return {
		...kind,
		property: { ...kind.property, typeOptions: { rows: 4 } },
		convert: (value, reading) => {
			const isText = typeof value === 'string' && !value.trim().startsWith('[');
			const lines = isText ? value.split('\n').map((line) => line.trim()) : value;
			return kind.convert(isText ? (lines as string[]).filter(Boolean) : lines, reading);
		},
	};
};

/** What an assistant may have beside name and description. */
export const details = () => [
	config(text, 'product_name', { hint: 'What it answers questions about' }),
	config(text, 'instructions', { rows: 4, hint: 'How it is to answer' }),
	number('temperature', {
		as: 'config.temperature',
		range: [0, 2],
		hint: 'How freely it words its answers: 0 always the same, 1 varied',
		clear: null,
	}),
	config(text, 'welcome_message'),
	config(text, 'handoff_message', { hint: 'Sent when it gives a conversation to people' }),
	config(text, 'resolution_message', { hint: 'Sent when it resolves a conversation' }),
	feature('faq', 'Learn FAQs', 'Whether it makes FAQs of resolved conversations'),
	feature('memory', 'Keep Notes', 'Whether it keeps what it learns of a contact as notes'),
	feature('citation', 'Name Sources', 'Whether its answers name the documents they come from'),
	feature(
		'contact_attributes',
		'Use Contact Attributes',
		'Whether it knows the attributes of the contact',
		'4.16',
	),
	sentences('response_guidelines', 'How answers are to be'),
	sentences('guardrails', 'What it must not do'),
];
