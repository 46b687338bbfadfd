import type { Needs } from '../../../../shared/vocabulary';

/** Without the feature the service answers 401, administrators too. */
export const NEEDS: Needs = { role: 'administrator', since: '4.16', feature: 'Data Import' };
