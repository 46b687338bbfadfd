import { account } from './account';
import { agent } from './agent';
import { agentBot } from './agentBot';
import { automationRule } from './automationRule';
import { cannedResponse } from './cannedResponse';
import { contact } from './contact';
import { conversation } from './conversation';
import { csat } from './csat';
import { customAttribute } from './customAttribute';
import { customFilter } from './customFilter';
import { rowExport } from './export';
import { file } from './file';
import { inbox } from './inbox';
import { label } from './label';
import { macro } from './macro';
import { message } from './message';
import { portal } from './portal';
import { profile } from './profile';
import { report } from './report';
import { search } from './search';
import { team } from './team';
import { webhook } from './webhook';

/** The account API. Keys are the values that n8n stores: the first is the node's default. */
export const resources = {
	contact,
	conversation,
	message,
	inbox,
	report,
	search,
	export: rowExport,
	agent,
	team,
	label,
	cannedResponse,
	csat,
	automationRule,
	macro,
	customAttribute,
	customFilter,
	agentBot,
	webhook,
	portal,
	file,
	account,
	profile,
};
