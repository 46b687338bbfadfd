import { COMPANIES, asIs, simplified, type Order, type Shape } from '../../../../shared/vocabulary';

export const COMPANY: Shape = asIs(
	'id',
	'name',
	'domain',
	'description',
	'contacts_count',
	'custom_attributes',
	'avatar_url',
	'created_at',
	'updated_at',
	'last_activity_at',
);

/** The order of the contacts of a company. */
export const BY_NAME: Order = { by: 'name, id', unique: 'the id is the last key' };

/** The reply of all lists of companies. */
export const companyList = simplified(COMPANIES, COMPANY);
