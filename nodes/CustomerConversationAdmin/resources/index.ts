import { account } from './account';
import { agent } from './agent';
import { agentBot } from './agentBot';
import { automationRule } from './automationRule';
import { cannedResponse } from './cannedResponse';
import { customAttribute } from './customAttribute';
import { customFilter } from './customFilter';
import { inbox } from './inbox';
import { label } from './label';
import { macro } from './macro';
import { notification } from './notification';
import { profile } from './profile';
import { team } from './team';
import { webhook } from './webhook';

/** What is set up once in an account. Keys are the values that n8n stores; the first is the node's default. */
export const resources = {
	inbox,
	agent,
	team,
	label,
	cannedResponse,
	automationRule,
	macro,
	customAttribute,
	customFilter,
	agentBot,
	webhook,
	account,
	profile,
	notification,
};
