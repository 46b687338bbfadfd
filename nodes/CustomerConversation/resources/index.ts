import { contact } from './contact';
import { conversation } from './conversation';
import { csat } from './csat';
import { rowExport } from './export';
import { file } from './file';
import { message } from './message';
import { report } from './report';
import { search } from './search';

/** Of the account API the daily work, reports and exports. Keys are the values that n8n stores: the first is the node's default. */
export const resources = {
	conversation,
	contact,
	message,
	report,
	search,
	export: rowExport,
	csat,
	file,
};
