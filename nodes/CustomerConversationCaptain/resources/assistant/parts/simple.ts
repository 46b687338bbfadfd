import { asIs, inside, urlOf, type Shape } from '../../../../shared/vocabulary';

const CONFIG = asIs(
	'product_name',
	'instructions',
	'temperature',
	'welcome_message',
	'handoff_message',
	'resolution_message',
	'feature_faq',
	'feature_memory',
	'feature_citation',
);

export const ASSISTANT: Shape = {
	...asIs('id', 'name', 'description'),
	...inside('config', { ...CONFIG, feature_contact_attributes: 'feature_contact_attributes?' }),
	...asIs('response_guidelines', 'guardrails', 'created_at', 'updated_at'),
};

const compared = (name: string, optional: '' | '?' = ''): Shape => ({
	[name]: `${name}.current${optional}`,
	[`${name}_before`]: `${name}.previous${optional}`,
	[`${name}_trend`]: `${name}.trend${optional}`,
});

const FIGURES = [
	'conversations_handled',
	'auto_resolution_rate',
	'autonomous_resolutions',
	'handoff_rate',
	'handoff_count',
	'hours_saved',
	'reopen_rate',
	'conversation_depth',
	'durable_resolution_rate',
	'autonomous_csat_score',
	'assisted_csat_score',
	'human_only_csat_score',
	'median_resolution_seconds',
];

/** Versions of Chatwoot have different figures. */
export const OVERVIEW: Shape = Object.assign(
	{},
	...FIGURES.map((name) => compared(name, '?')),
) as Shape;

export const FLOW: Shape = {
	stages: ['sankey.nodes', asIs('id', 'count')],
	transitions: ['sankey.links', { from: 'source', to: 'target', count: 'value' }],
	handoffs: ['handoff_distribution', asIs('category', 'count', 'percentage')],
};

export const TREND = asIs('starts_on', 'ends_on', 'conversations_handled', 'resolved_by_captain');

export const METRICS_SHAPE: Shape = {
	...compared('conversations_handled'),
	...compared('auto_resolution_rate'),
	...compared('handoff_rate'),
	...compared('reopen_rate'),
	...compared('hours_saved'),
	...compared('conversation_depth'),
};

/** `conversation_id` is the number that people see, as in other operations. */
export const COUNTED: Shape = {
	...inside('conversation', {
		conversation_id: 'display_id',
		...asIs('status', 'contact_id', 'contact_name', 'inbox_id', 'inbox_name'),
		...asIs('assignee_id', 'assignee_name', 'created_at', 'last_activity_at'),
		last_message: 'last_message.content',
	}),
	...asIs('occurred_at', 'metric_value'),
	...urlOf('conversation'),
};
