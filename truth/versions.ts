import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

type Conditions = NonNullable<INodeProperties['displayOptions']>;

/** Whatever n8n shows under conditions, with what may stand inside. */
interface Shown {
	displayOptions?: Conditions;
	options?: Shown[];
	values?: Shown[];
}

const VERSION = '@version';

/** Conditions on the version of the node, and all others. */
function split({ show = {}, hide = {} }: Conditions) {
	const { [VERSION]: shownIn, ...shownWhen } = show;
	const { [VERSION]: hiddenIn, ...hiddenWhen } = hide;
	const when = {
		...(Object.keys(shownWhen).length && { show: shownWhen }),
		...(Object.keys(hiddenWhen).length && { hide: hiddenWhen }),
	};
	return {
		versions: {
			...(shownIn && { show: { [VERSION]: shownIn } }),
			...(hiddenIn && { hide: { [VERSION]: hiddenIn } }),
		},
		others: Object.keys(when).length ? { displayOptions: when } : {},
	};
}

/**
 * Those of these properties that a version of the node has, with those that are nested in them. Their
 * conditions on the version are met, and left out.
 */
export const ofVersion = <T extends Shown>(entries: T[], version: number): T[] =>
	entries.flatMap(({ displayOptions = {}, options, values, ...entry }) => {
		const { versions, others } = split(displayOptions);
		const property = { displayOptions: versions } as INodeProperties;
		if (!NodeHelpers.displayParameter({}, property, { typeVersion: version }, null)) return [];
		return [
			{
				...(entry as T),
				...others,
				...(options && { options: ofVersion(options, version) }),
				...(values && { values: ofVersion(values, version) }),
			},
		];
	});
