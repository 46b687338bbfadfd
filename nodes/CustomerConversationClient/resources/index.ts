import { contact } from './contact';
import { conversation } from './conversation';
import { csatSurvey } from './csatSurvey';
import { helpCenter } from './helpCenter';
import { inbox } from './inbox';
import { message } from './message';

/** The public client API. Keys are the values that n8n stores; the first is the node's default. */
export const resources = {
	conversation,
	message,
	contact,
	csatSurvey,
	helpCenter,
	inbox,
};
