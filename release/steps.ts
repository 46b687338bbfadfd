import type { Owned } from './owner';
import { missingFields } from './owner';

/** What a release is made of. */
export interface Release {
	manifest: Owned & { version: string; publishConfig?: { provenance?: boolean } };
	/** Version in package-lock.json. */
	locked: string;
	changelog: string;
	/** The workflow that publishes. */
	workflow: string;
	/** Versions that have a tag. */
	tags: string[];
	/** Address of the remote `origin`, if there is one. */
	origin?: string;
}

/** The part of the changelog about a version, without its heading; '' if it has none. */
export function notesOf(changelog: string, version: string): string {
	const [, ...parts] = changelog.split(/^## /m);
	const part = parts.find((text) => text.split('\n', 1)[0].trim() === version) ?? '';
	return part.slice(version.length).trim();
}

/** The version that the changelog begins with. */
const headOf = (changelog: string): string => /^## (.+)$/m.exec(changelog)?.[1].trim() ?? 'nothing';

/** Why the version cannot be released, if it cannot. */
export function versionProblem({ manifest, locked, changelog, tags }: Release): string | undefined {
	const { version } = manifest;
	if (locked !== version)
		return `package-lock.json has ${locked}, package.json has ${version}: run npm install --package-lock-only.`;
	if (headOf(changelog) !== version)
		return `CHANGELOG.md begins with "## ${headOf(changelog)}": begin it with "## ${version}", or change the version in package.json.`;
	if (tags.includes(version)) return `There is a tag v${version}: raise the version.`;
	return undefined;
}

/** Why npm would refuse the provenance statement, as far as it can be known before. */
export function provenanceProblem({ manifest, workflow, origin }: Release): string | undefined {
	if (!manifest.publishConfig?.provenance)
		return 'package.json needs publishConfig.provenance: true.';
	if (!/^ *id-token: write$/m.test(workflow)) return 'publish.yml needs the right id-token: write.';
	const address = manifest.repository?.url.replace(/^git\+|\.git$/g, '');
	const remote = origin?.replace(/^git@github\.com:/, 'https://github.com/').replace(/\.git$/, '');
	if (address && remote && address !== remote)
		return `repository in package.json is ${address}, but origin is ${remote}: npm accepts only the repository that publishes.`;
	return undefined;
}

/** What is left for the owner, in the order of docs/publishing.md. */
export function ownersPart({ manifest, origin }: Release): string[] {
	const missing = missingFields(manifest);
	return [
		...(origin ? [] : ['the public repository on GitHub, and its address as origin (1)']),
		...(missing.length
			? [`${missing.join(', ')} in package.json, and the links to the documentation (2)`]
			: []),
		'the right to publish on npm (3)',
		`the tag v${manifest.version}, which publishes (4)`,
		'the hand-in at n8n (5)',
	];
}
