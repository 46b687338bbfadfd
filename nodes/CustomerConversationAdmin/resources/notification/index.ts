import { resource } from '../../../shared/vocabulary';
import { deleteNotification } from './delete';
import { deleteAll } from './deleteAll';
import { getAll } from './getAll';
import { getSettings } from './getSettings';
import { getUnreadCount } from './getUnreadCount';
import { markAllRead } from './markAllRead';
import { markRead } from './markRead';
import { markUnread } from './markUnread';
import { snooze } from './snooze';
import { updateSettings } from './updateSettings';

export const notification = resource('Notification', {
	getAll,
	getUnreadCount,
	markRead,
	markUnread,
	markAllRead,
	snooze,
	delete: deleteNotification,
	deleteAll,
	getSettings,
	updateSettings,
});
