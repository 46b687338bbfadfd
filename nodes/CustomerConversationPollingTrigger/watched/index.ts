import { answers } from './answers';
import { contacts } from './contacts';
import { conversations } from './conversations';
import type { Watched } from './watched';

/** By the name under which the node remembers what it has seen of each. */
export const watched: Record<string, Watched> = { conversations, contacts, answers };
