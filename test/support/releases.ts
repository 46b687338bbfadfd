import { releases, type Release } from '../../truth/recordings';

/** A test that is played on each release of the service. */
export const onEachRelease = (title: string, prove: (release: Release) => Promise<void>) =>
	test.each(releases)(`${title} (%s)`, prove);
