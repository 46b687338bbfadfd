import { resource } from '../../../shared/vocabulary';
import { contacts } from './contacts';
import { conversations } from './conversations';
import { csat } from './csat';
import { messages } from './messages';

export const rowExport = resource('Export', { conversations, messages, contacts, csat });
