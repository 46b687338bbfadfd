import { account } from './account';
import { agentBot } from './agentBot';
import { automationRule } from './automationRule';
import { cannedResponse } from './cannedResponse';
import { contact } from './contact';
import { conversation } from './conversation';
import { customAttribute } from './customAttribute';
import { customFilter } from './customFilter';
import { inbox } from './inbox';
import { macro } from './macro';
import { portal } from './portal';
import { profile } from './profile';
import { report } from './report';
import { webhook } from './webhook';

/** The account API. Keys are the values that n8n stores: the first is the node's default. */
export const resources = {
	contact,
	conversation,
	inbox,
	report,
	account,
	agent_bot: agentBot,
	automation_rule: automationRule,
	canned_response: cannedResponse,
	custom_attribute: customAttribute,
	custom_filter: customFilter,
	macro,
	portal,
	profile,
	webhook,
};
