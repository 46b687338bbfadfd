import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { markRead } from './markRead';
import { resolve } from './resolve';
import { setTyping } from './setTyping';

export const conversation = resource('Conversation', {
	create,
	get,
	getAll,
	resolve,
	markRead,
	setTyping,
});
