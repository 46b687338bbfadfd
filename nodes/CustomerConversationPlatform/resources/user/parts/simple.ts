import { own, type Shape } from '../../../../shared/vocabulary';

export const USER: Shape = {
	...own('id', 'name', 'display_name', 'available_name', 'email', 'confirmed', 'provider'),
	...own('custom_attributes'),
	accounts: ['accounts', own('id', 'name', 'role', 'active_at')],
	access_token: 'access_token?',
};
