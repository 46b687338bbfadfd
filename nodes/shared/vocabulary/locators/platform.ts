import { locator } from '../picking/locator';

export const platformAccount = locator({
	name: 'account_id',
	title: 'Account',
	hint: 'An account that the platform app created or was granted access to',
	method: 'platformAccounts',
	list: '/platform/api/v1/accounts',
	recordPath: '/platform/api/v1/accounts/',
	rows: '',
	label: ['name'],
	address: /\/accounts\/(\d+)/,
});

/** Agent bots that the platform app created or was granted access to. */
export const platformBot = locator({
	name: 'agent_bot_id',
	title: 'Agent Bot',
	hint: 'A bot that the platform app created or was granted access to',
	method: 'platformBots',
	list: '/platform/api/v1/agent_bots',
	recordPath: '/platform/api/v1/agent_bots/',
	rows: '',
	label: ['name'],
});

/** Users of an account. Chatwoot lists them only by role and ID. */
export const accountUser = locator({
	name: 'user_id',
	title: 'User',
	method: 'accountUsers',
	list: '/platform/api/v1/accounts/{account_id}/account_users',
	rows: '',
	value: 'user_id',
	label: ['role'],
});
