import { releases, type Release } from '../../truth/recordings';

/** Runs a test on each recorded release of Chatwoot. */
export const onEachRelease = (title: string, prove: (release: Release) => Promise<void>) =>
	test.each(releases)(`${title} (%s)`, prove);
