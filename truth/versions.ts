import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

/** Whatever n8n shows under conditions, with what may stand inside. */
interface Shown {
	displayOptions?: INodeProperties['displayOptions'];
	options?: Shown[];
	values?: Shown[];
}

export const VERSION = '@version';

/** Those of these properties that a version of the node has, with those that are nested in them. */
export const ofVersion = <T extends Shown>(entries: T[], version: number): T[] =>
	entries
		.filter(({ displayOptions: { show, hide } = {} }) => {
			const displayOptions = {
				...(show?.[VERSION] && { show: { [VERSION]: show[VERSION] } }),
				...(hide?.[VERSION] && { hide: { [VERSION]: hide[VERSION] } }),
			};
			const property = { displayOptions } as INodeProperties;
			return NodeHelpers.displayParameter({}, property, { typeVersion: version }, null);
		})
		.map(({ options, values, ...entry }) => ({
			...(entry as T),
			...(options && { options: ofVersion(options, version) }),
			...(values && { values: ofVersion(values, version) }),
		}));
