import { asIs } from '../../../../shared/vocabulary';

export const ACCOUNT = asIs(
	'id',
	'name',
	'locale',
	'domain',
	'support_email',
	'status',
	'features',
	'settings',
	'custom_attributes',
	'created_at',
);
