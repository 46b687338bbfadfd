import { own, type Shape } from '../../../../shared/vocabulary';

export const DASHBOARD_APP: Shape = {
	...own('id', 'title'),
	url: 'content.0.url',
	...own('content', 'created_at'),
};
