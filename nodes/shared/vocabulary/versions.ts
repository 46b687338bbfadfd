import type { INodeProperties } from 'n8n-workflow';

/** The versions of a node that have something, both ends inclusive. Default: every version. */
export interface Versions {
	/** The first. */
	from?: number;
	/** The last. */
	until?: number;
}

type Conditions = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Whether a version of the node has something. */
export const isOf = (version: number, { from = version, until = version }: Versions): boolean =>
	from <= version && version <= until;

/** The display condition that shows a property only in these versions; empty for every version. */
export function shownIn({ from, until }: Versions): Pick<INodeProperties, 'displayOptions'> {
	if (from === undefined && until === undefined) return {};
	const condition =
		from === undefined
			? { lte: until }
			: until === undefined
				? { gte: from }
				: { between: { from, to: until } };
	return { displayOptions: { show: { '@version': [{ _cnd: condition }] } as Conditions } };
}

/** Adds display conditions to a property. */
export const shownWhen = <T extends Pick<INodeProperties, 'displayOptions'>>(
	property: T,
	show: Conditions,
): T =>
	Object.keys(show).length
		? { ...property, displayOptions: { show: { ...property.displayOptions?.show, ...show } } }
		: property;
