import { json } from '../../../../shared/vocabulary';

export const attributes = () =>
	json('custom_attributes', {
		hint: 'Object with any keys, which are added to the existing ones. A key can be set to null, but not removed.',
	});
