import { asIs, type Shape } from '../../../../shared/vocabulary';

export const DASHBOARD_APP: Shape = {
	...asIs('id', 'title'),
	url: 'content.0.url',
	...asIs('content', 'created_at'),
};
