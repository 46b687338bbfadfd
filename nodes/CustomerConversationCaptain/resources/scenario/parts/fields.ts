import { flag, text } from '../../../../shared/vocabulary';

/** What a scenario must have. */
export const scenarioTexts = () => [
	text('title'),
	text('description', {
		hint: 'When the assistant is to take it; at most 500 characters on Chatwoot 4.16',
	}),
	text('instruction', {
		rows: 6,
		placeholder: 'e.g. Ask for the order, then [Handoff](tool://handoff)',
		hint: 'What it does then. Tools stand in it as links with their ID: Assistant → Get Tools has them.',
	}),
];

export const enabled = () =>
	flag('enabled', {
		hint: 'Whether the assistant uses it. Switched off it is in no list: keep its ID.',
		default: true,
	});
