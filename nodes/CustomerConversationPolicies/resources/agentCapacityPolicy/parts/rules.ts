import type { IDataObject } from 'n8n-workflow';
import { at, nested } from '../../../../shared/values';
import { spellingLabels } from '../../../../shared/tasks/labels';
import { integer, labels, text } from '../../../../shared/vocabulary';

/** The optional fields of a policy. The service validates neither hours nor labels. */
export const details = () => [
	text('description', { clear: null }),
	integer('exclude_older_than_hours', {
		as: 'exclusion_rules.exclude_older_than_hours',
		label: 'Exclude Older Than (Hours)',
		hint: 'Older conversations do not count toward the limits',
		range: [1, Infinity],
		default: 24,
		clear: null,
	}),
	labels('excluded_labels', {
		as: 'exclusion_rules.excluded_labels',
		label: 'Excluded Label Names or IDs',
		hint: 'Conversations with any of these labels do not count toward the limits',
		clear: null,
	}),
];

const excluded = ({ 'exclusion_rules.excluded_labels': titles }: IDataObject): string[][] =>
	Array.isArray(titles) ? [titles as string[]] : [];

/** For `run`: sends the rules as one object. */
export const withRules = spellingLabels(excluded, async ({ request, records }) => {
	request.body = nested(request.body);
	return await records();
});

/** For `run`: the service replaces all rules, so stored rules that were not set are read and sent again. */
export const withOtherRules = spellingLabels(excluded, async (call) => {
	const { request, send } = call;
	const changed = Object.keys(request.body ?? {}).some((key) => key.startsWith('exclusion_rules.'));
	if (!changed) return await call.records();
	const rules = at(await send({ method: 'GET', path: request.path }), 'exclusion_rules');
	const { exclusion_rules: changedRules, ...others } = nested(request.body);
	const all = Object.entries({ ...(rules as IDataObject), ...(changedRules as IDataObject) });
	// The service would store null as a rule.
	const remaining = Object.fromEntries(all.filter(([, rule]) => rule !== null));
	request.body = { ...others, exclusion_rules: remaining };
	return await call.records();
});
