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

/** One sentence per line, because sentences contain commas. */
const sentences = (name: string, hint: string): Field => {
	const kind = textsOf(name, {
		hint: `${hint}. One per line, or an expression that returns a list.`,
		clear: [],
	});
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

/** The optional fields of an assistant. */
export const details = () => [
	config(text, 'product_name', {
		hint: 'Product or service that the assistant answers questions about',
	}),
	config(text, 'instructions', { rows: 4, hint: 'How the assistant should answer' }),
	number('temperature', {
		as: 'config.temperature',
		range: [0, 2],
		hint: 'How much the wording of answers varies: 0 is always the same, 1 is varied',
		clear: null,
	}),
	config(text, 'welcome_message'),
	config(text, 'handoff_message', {
		hint: 'Sent when the assistant hands a conversation off to an agent',
	}),
	config(text, 'resolution_message', { hint: 'Sent when the assistant resolves a conversation' }),
	feature('faq', 'Learn FAQs', 'Whether the assistant creates FAQs from resolved conversations'),
	feature(
		'memory',
		'Keep Notes',
		'Whether the assistant saves what it learns about a contact as notes',
	),
	feature('citation', 'Cite Sources', 'Whether answers cite the documents they are based on'),
	feature(
		'contact_attributes',
		'Use Contact Attributes',
		'Whether the assistant knows the attributes of the contact',
		'4.16',
	),
	sentences('response_guidelines', 'Rules for the answers'),
	sentences('guardrails', 'What the assistant must not do'),
];
