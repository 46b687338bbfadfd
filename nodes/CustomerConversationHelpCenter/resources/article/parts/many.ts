import { ids } from '../../../../shared/vocabulary';

/** The service silently skips articles of other portals. */
export const articleIds = () => ids('ids', { label: 'Article IDs' });
