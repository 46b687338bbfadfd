import { own, type Shape } from '../../../../shared/vocabulary';

/** An agent as a user of the server. */
export const MEMBER: Shape = own(
	...['id', 'name', 'available_name', 'email', 'role', 'confirmed', 'account_id'],
);
