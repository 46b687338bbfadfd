import { pick } from '../../../../shared/vocabulary';

export const status = () => pick('status', { enabled: 'Enabled', disabled: 'Disabled' });
