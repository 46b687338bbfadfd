import { own } from '../../../../shared/vocabulary';

export const ACCOUNT = own(
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
