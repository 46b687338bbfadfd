import type { IDataObject } from 'n8n-workflow';
import { asIs, collection, flag, optional, pick, title } from '../../../../shared/vocabulary';

const NAMES: Record<string, string> = {
	'gpt-4.1': 'GPT-4.1',
	'gpt-4.1-mini': 'GPT-4.1 Mini',
	'gpt-4.1-nano': 'GPT-4.1 Nano',
	'gpt-5-mini': 'GPT-5 Mini',
	'gpt-5.1': 'GPT-5.1',
	'gpt-5.2': 'GPT-5.2',
	'whisper-1': 'Whisper',
	'gpt-4o-mini-transcribe': 'GPT-4o Mini Transcribe',
	'text-embedding-3-small': 'Text Embedding 3 Small',
};

const SMALL = ['gpt-4.1-mini', 'gpt-5-mini'];
const CHAT = [...SMALL, 'gpt-4.1', 'gpt-5.1', 'gpt-5.2'];

/** Models of each feature, without those that the service accepts but only announces. */
const MODELS: Record<string, string[]> = {
	editor: [...CHAT, 'gpt-4.1-nano'],
	assistant: CHAT,
	copilot: CHAT,
	label_suggestion: [...SMALL, 'gpt-4.1-nano'],
	audio_transcription: ['whisper-1', 'gpt-4o-mini-transcribe'],
	help_center_search: ['text-embedding-3-small'],
};

/** Features of newer releases; older ones ignore them with 200. */
const ADDED: Record<string, string[]> = {
	document_faq_generation: CHAT,
	pdf_faq_generation: CHAT,
	conversation_faq_generation: CHAT,
	conversation_faq_matching: CHAT,
	help_center_article_generation: CHAT,
	onboarding_content_generation: CHAT,
	help_center_query_translation: [...SMALL, 'gpt-4.1-nano'],
};

const FEATURES = Object.entries({ ...MODELS, ...ADDED }).map(([name, models]) => ({
	name,
	models,
	since: name in ADDED ? '4.16' : undefined,
	label: title(name).replace(/Faq|Pdf/g, (word) => word.toUpperCase()),
}));

/** The choice that is sent as null. */
const DEFAULT = 'default';

export const models = () =>
	collection(
		'captain_models',
		[
			optional(
				...FEATURES.map(({ name, models: offered, label, since }) => {
					const names = offered.map((model) => [model, NAMES[model]]);
					const values = { [DEFAULT]: 'Default', ...Object.fromEntries(names) };
					const kind = pick(name, values as Record<string, string>, { label, since });
					return {
						...kind,
						convert: (...args: Parameters<typeof kind.convert>) => {
							const chosen = kind.convert(...args);
							return chosen === DEFAULT ? null : chosen;
						},
					};
				}),
			),
		],
		{ label: 'Models', placeholder: 'Add Model' },
	);

export const features = () =>
	collection(
		'captain_features',
		[
			optional(
				...FEATURES.map(({ name, label, since }) =>
					flag(name, { label, since, hint: 'Whether the feature is enabled', default: true }),
				),
			),
		],
		{ label: 'Features', placeholder: 'Add Feature' },
	);

export const FEATURE = asIs('feature', 'enabled', 'model', 'default_model');

/** One entry per feature; the service has them as an object. */
export const preferencesIn = ({ features: all }: IDataObject): IDataObject[] =>
	Object.entries(all as Record<string, IDataObject>).map(([feature, known]) => ({
		feature,
		enabled: known.enabled,
		model: known.selected,
		default_model: known.default,
	}));
