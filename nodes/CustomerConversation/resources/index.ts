import { account } from './account';
import { agentBot } from './agentBot';
import { automationRule } from './automationRule';
import { cannedResponse } from './cannedResponse';
import { contact } from './contact';
import { conversation } from './conversation';
import { inbox } from './inbox';
import { portal } from './portal';
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
	portal,
	webhook,
};
