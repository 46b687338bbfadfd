import { contact } from './contact';
import { conversation } from './conversation';
import { csat } from './csat';
import { rowExport } from './export';
import { file } from './file';
import { message } from './message';
import { report } from './report';
import { search } from './search';

/** Daily work, reports and exports of an account. Keys are the values that n8n stores; the first is the node's default. */
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
