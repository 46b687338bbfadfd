import { answers } from './answers';
import { contacts } from './contacts';
import { conversations } from './conversations';
import { silences } from './silences';
import type { Watched } from './watched';

/** The lists that are polled. n8n stores their marks under these names. */
export const watched: Record<string, Watched> = {
	conversations,
	contacts,
	answers,
	silences,
};
