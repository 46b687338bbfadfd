import type { Columns } from '../picking/picking';
import { ACCOUNT_API } from '../paths';

/** The inbox of the field, otherwise that of the conversation. */
export const inboxPath = {
	list: `${ACCOUNT_API}/inboxes/{inbox_id}`,
	parents: {
		inbox_id: { record: `${ACCOUNT_API}/conversations/{conversation_id}`, key: 'inbox_id' },
	},
};

/** The variables of the template in a field, as columns. */
export const templateColumns: Columns = {
	method: 'templateVariables',
	noun: 'variable',
	...inboxPath,
	template: 'template',
};
