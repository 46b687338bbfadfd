import { beginning } from './beginning';
import { contacts } from './contacts';
import { conversations } from './conversations';
import { converting } from './converting';
import type { Journeys } from './journey';
import { messages } from './messages';
import { panels, versions } from './panels';
import { reports } from './reports';
import { schema } from './schema';
import { setup } from './setup';
import { starting } from './starting';
import { waiting } from './waiting';

/** All of them in the order in which they are walked, by what they are about. */
export const journeys: Record<string, Journeys> = {
	beginning,
	messages,
	contacts,
	conversations,
	starting,
	waiting,
	reports,
	schema,
	setup,
	converting,
	panels,
	versions,
};
