import { isSince } from '../../nodes/shared/vocabulary/release';
import { oldest, releases, type Release } from '../../truth/recordings';

/** What a release changed in what the fake answers, and where that is known from. */
const changes = {
	/** A search for contacts counts the rows of the page, and tells whether there are more. */
	searchHasMore: { since: '4.11', source: 'recordings of account.contact.search' },
	/** A search for contacts also finds those with a name only. */
	searchFindsNames: { since: '4.16', source: 'api/quirks/4.16/contacts.md, 2' },
	/** An import reads labels, and the imports of an account with the feature are listed. */
	importsLabels: { since: '4.16', source: 'api/quirks/4.16/contacts.md, Import' },
	/** A conversation's custom attributes can be merged. */
	attributesMerge: { since: '4.16', source: 'recordings of set_custom_attributes, merge-nested' },
	/** A filter for conversations has an order that the request chooses. */
	filterSorts: { since: '4.18', source: 'api/releases-4.18.md' },
	/** The conversations of a contact are the newest 25 by creation, no longer the last active 20. */
	contactShowsCreated: { since: '4.18', source: 'api/releases-4.18.md' },
} satisfies Record<string, { since: string; source: string }>;

export const hasChange = (release: Release, change: keyof typeof changes): boolean =>
	isSince(release, changes[change].since);

/** The release whose recordings show what this one answers: the newest that is not newer. */
export const recordedAs = (release: Release): Release =>
	releases.findLast((one) => isSince(release, one)) ?? oldest;
