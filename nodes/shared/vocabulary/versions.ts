import type { INodeProperties } from 'n8n-workflow';

/** The versions of a node that have something, both ends included; every version by default. */
export interface Versions {
	/** The first. */
	from?: number;
	/** The last. */
	until?: number;
}

type Conditions = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Whether a node of this version has it. */
export const isOf = (version: number, { from = version, until = version }: Versions): boolean =>
	from <= version && version <= until;

/** What n8n's editor shows only in these versions; nothing for every version. */
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

/** A property that shows under these conditions, too. */
export const shownWhen = <T extends Pick<INodeProperties, 'displayOptions'>>(
	property: T,
	show: Conditions,
): T =>
	Object.keys(show).length
		? { ...property, displayOptions: { show: { ...property.displayOptions?.show, ...show } } }
		: property;
