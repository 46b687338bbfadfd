import { ids } from '../../../../shared/vocabulary';

/** Older releases refuse documents there. */
export const documentIds = () => ids('ids', { label: 'Document IDs', since: '4.16' });
