import { asIs, type Shape } from '../../../../shared/vocabulary';

export const MACRO: Shape = {
	...asIs('id', 'name', 'visibility', 'actions'),
	created_by_id: 'created_by.id',
	created_by_name: 'created_by.name',
	updated_by_id: 'updated_by.id',
	updated_by_name: 'updated_by.name',
};
