import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import {
	OWNERS,
	attributeEntries,
	besideJson,
	choice,
	fixed,
	flag,
	group,
	json,
	optional,
	rows,
	text,
	textsOf,
	type Field,
} from '../../../../shared/vocabulary';

/** The form that website visitors fill in before they chat, as rows or as JSON. */

const form = json('pre_chat_form_options', { hint: 'Replaces the current form' });

const object: Field = {
	...form,
	// Without the list, the service stores its default form.
	convert: (value, reading) => {
		const options = form.convert(value, reading) as IDataObject;
		if (!Array.isArray(options.pre_chat_fields))
			throw new BadInput('needs pre_chat_fields as a list');
		return options;
	},
};

const standard = (name: string, key: string, type: string) => ({
	name,
	parts: [fixed({ field_type: 'standard', name: key, type })],
});

const custom = attributeEntries(OWNERS, 'name', (owner, type) => [
	fixed({ field_type: owner, type }),
	...(type === 'list'
		? [textsOf('values', { hint: 'Options to choose from, separated by commas' })]
		: []),
]);

const FIELDS = {
	email: standard('Email', 'emailAddress', 'email'),
	name: standard('Full Name', 'fullName', 'text'),
	phone: standard('Phone Number', 'phoneNumber', 'text'),
	...custom,
};

const typed = group(
	'pre_chat_form_options_rows',
	[
		optional(text('pre_chat_message', { label: 'Message', rows: 3 })),
		rows(
			'pre_chat_fields',
			[
				choice('ask_for', FIELDS),
				text('label', { hint: 'Text above the field' }),
				optional(text('placeholder')),
				flag('required', { hint: 'Whether visitors must fill in the field' }),
				flag('enabled', { default: true, hint: 'Whether visitors see the field' }),
			],
			{ label: 'Fields', placeholder: 'Add Field', entries: 'fields' },
		),
	],
	{
		label: 'Pre Chat Form Options',
		as: 'pre_chat_form_options',
		// The service needs the list, so the form begins with the most common fields.
		default: {
			values: {
				pre_chat_fields: {
					fields: [
						{ ask_for: 'name', label: 'Name' },
						{ ask_for: 'email', label: 'Email', required: true },
					],
				},
			},
		},
		hint: 'Replaces the current form',
	},
);

export const preChatForm = (): Field[] =>
	besideJson(
		{
			...typed,
			convert: (value, reading) => object.convert(typed.convert(value, reading), reading),
		},
		object,
	);
