import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { at, isObject, nested } from '../../../../shared/values';
import {
	besideJson,
	choice,
	fixed,
	group,
	json,
	labels,
	optional,
	pick,
	text,
	type Field,
} from '../../../../shared/vocabulary';

/** The satisfaction survey of an inbox, as fields or as JSON. */

const isTexts = (value: unknown) =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const csatConfig = json('csat_config', {
	label: 'CSAT Config',
	hint: 'survey_rules contains labels. In an update, keys that you leave out get their default.',
});

/** Checked here, because the service stores it unchecked. */
const object: Field = {
	...csatConfig,
	convert: (value, reading) => {
		const config = csatConfig.convert(value, reading) as IDataObject;
		const { display_type: display = 'emoji', survey_rules: rules = {} } = config;
		if (Object.keys(config).length === 0) throw new BadInput('cannot be emptied');
		if (!['emoji', 'star'].includes(String(display)))
			throw new BadInput('needs emoji or star as display_type');
		if (!isObject(rules)) throw new BadInput('needs survey_rules as an object');
		const { operator = 'contains', values = [] } = rules;
		if (!['contains', 'does_not_contain'].includes(String(operator)))
			throw new BadInput('needs contains or does_not_contain as operator of survey_rules');
		if (!isTexts(values)) throw new BadInput('needs values of survey_rules as a list of labels');
		return config;
	},
};

const ruled = (operator: string) => [
	fixed({ 'survey_rules.operator': operator }),
	labels('labels', { as: 'survey_rules.values' }),
];

const typed = group(
	'csat_config_rows',
	[
		pick('display_type', { emoji: 'Emoji', star: 'Star' }),
		choice('conversations', {
			all: { name: 'All', parts: [] },
			contains: { name: 'With One of the Labels', parts: ruled('contains') },
			does_not_contain: { name: 'Without the Labels', parts: ruled('does_not_contain') },
		}),
		optional(
			text('message', { hint: 'Question of the survey' }),
			text('button_text', {
				hint: 'Button text of the WhatsApp template. Default: "Please rate us".',
			}),
			text('language', { placeholder: 'e.g. en', hint: 'Language of the WhatsApp template' }),
		),
	],
	{
		label: 'CSAT Config',
		as: 'csat_config',
		default: { values: {} },
		hint: 'Replaces the whole configuration',
	},
);

/** The labels that decide who gets the survey. */
export const labelsInRules = ({ csat_config: config }: IDataObject): string[][] => {
	const titles = at(config, 'survey_rules.values');
	return Array.isArray(titles) ? [titles as string[]] : [];
};

export const csat = (): Field[] =>
	besideJson(
		{
			...typed,
			convert: (value, reading) =>
				object.convert(nested(typed.convert(value, reading) as IDataObject), reading),
		},
		object,
	);
