import { resource } from '../../../shared/vocabulary';
import { createMessage } from './createMessage';
import { createThread } from './createThread';
import { getMessages } from './getMessages';
import { getThreads } from './getThreads';

export const copilot = resource('Copilot', {
	createThread,
	createMessage,
	getThreads,
	getMessages,
});
