import { asIs, type Shape } from '../../../../shared/vocabulary';

export const WEBHOOK: Shape = {
	...asIs('id', 'name', 'url', 'subscriptions'),
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	secret: 'secret?',
	warning: 'warning?',
};
