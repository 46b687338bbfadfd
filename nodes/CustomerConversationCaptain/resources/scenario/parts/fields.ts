import { flag, text } from '../../../../shared/vocabulary';

/** The required fields of a scenario. */
export const scenarioTexts = () => [
	text('title'),
	text('description', {
		hint: 'When the assistant should use it. At most 500 characters since Chatwoot 4.16.',
	}),
	text('instruction', {
		rows: 6,
		placeholder: 'e.g. Ask for the order, then [Handoff](tool://handoff)',
		hint: 'What the assistant does then. Add tools as links with their IDs, which Assistant → Get Tools returns.',
	}),
];

export const enabled = () =>
	flag('enabled', {
		hint: 'Whether the assistant uses it. Disabled scenarios do not appear in lists, so note the ID.',
		default: true,
	});
