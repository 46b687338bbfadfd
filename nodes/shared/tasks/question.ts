import type { IDataObject } from 'n8n-workflow';
import { contentAttributesOf } from './messageWords';

/**
 * Content attributes of a question to a customer. A bot asks it in an execution that waits, but with a user's
 * token: without this, it would count as the answer of a person who takes over the conversation.
 */
export const QUESTION: IDataObject = { n8n_question: true };

/** Whether a message is a question that an execution asked. */
export const isQuestion = (message: IDataObject): boolean =>
	contentAttributesOf(message).n8n_question === true;
