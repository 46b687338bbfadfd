import { pick, type Field, type Settings } from '../../../../shared/vocabulary';

/** For "none" the service answers 500: null is sent instead. */
export const priority = (settings: Settings = {}): Field => {
	const chosen = pick(
		'priority',
		{ urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low', none: 'None' },
		settings,
	);
	return {
		...chosen,
		convert: (value, reading) => {
			const result = chosen.convert(value, reading);
			return result === 'none' ? null : result;
		},
	};
};
