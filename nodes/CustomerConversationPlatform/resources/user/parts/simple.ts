import { asIs, type Shape } from '../../../../shared/vocabulary';

export const USER: Shape = {
	...asIs('id', 'name', 'display_name', 'available_name', 'email', 'confirmed', 'provider'),
	...asIs('custom_attributes'),
	accounts: ['accounts', asIs('id', 'name', 'role', 'active_at')],
	access_token: 'access_token?',
};
