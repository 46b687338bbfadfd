/** Of the API. */
export const ACCOUNT_API = '/api/v1/accounts/{account_id}';

/** Of the dashboard. */
export const DASHBOARD = '/app/accounts/{account_id}';
