import { resource } from '../../../shared/vocabulary';
import { all } from './all';
import { articles } from './articles';
import { contacts } from './contacts';
import { conversations } from './conversations';
import { messages } from './messages';

export const search = resource('Search', { all, conversations, messages, contacts, articles });
