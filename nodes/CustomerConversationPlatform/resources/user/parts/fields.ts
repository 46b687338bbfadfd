import { json } from '../../../../shared/vocabulary';

export const attributes = () =>
	json('custom_attributes', {
		hint: 'Object with free keys, added to those of the user; a key can be set to null, not removed',
	});
