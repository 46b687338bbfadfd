import { ids } from '../../../../shared/vocabulary';

/** Those of other portals are passed over without a word. */
export const articleIds = () => ids('ids', { label: 'Article IDs' });
