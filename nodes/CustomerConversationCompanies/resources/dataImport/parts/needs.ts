import type { Needs } from '../../../../shared/vocabulary';

/** Without the feature the service answers 401, even to administrators. */
export const NEEDS: Needs = { role: 'administrator', since: '4.16', feature: 'Data Import' };
