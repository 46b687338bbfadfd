import type { IDataObject } from 'n8n-workflow';
import { readDelivery } from '../nodes/shared/events/delivery';
import { simpleItem } from '../nodes/shared/events/output';
import { isOf } from '../nodes/shared/vocabulary/versions';
import { sources } from '../nodes/CustomerConversationTrigger/sources';
import { expectedItems, plays } from './cases';
import { deliveries, releases } from './recordings';
import { nodeNameOf, operations, versionsOf } from './surfaces';

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Objects whose keys are data. */
export const FREE =
	/attributes$|^(bot_config|cache_keys|features|limits|csat_config|provider_config)$/;

const typeOf = (value: unknown): string => {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
};

/** One schema for all these values; where only null was seen a text, as most such fields are. */
function schemaOf(values: unknown[], key = ''): Schema {
	const seen = values.filter((value) => value !== null);
	const types = new Set(seen.map(typeOf));
	const type = types.has('number') ? 'number' : ([...types][0] ?? 'string');
	if (type === 'array') {
		const entries = seen.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
		return { type, ...(entries.length ? { items: schemaOf(entries) } : {}) };
	}
	if (type !== 'object' || FREE.test(key)) return { type };
	const objects = seen.filter((value) => typeOf(value) === 'object') as IDataObject[];
	const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	return {
		type,
		properties: Object.fromEntries(
			keys.map((name) => [
				name,
				schemaOf(
					objects.filter((object) => name in object).map((object) => object[name]),
					name,
				),
			]),
		),
	};
}

/**
 * What each operation gives with "Simplify", which nodes have on at first, made from the items of its cases
 * on every release, by `surface.resource.operation`, in a version of its node.
 */
export const schemas = (): Array<[id: string, version: number, schema: Schema]> =>
	operations().flatMap(([id]) => {
		const mine = plays.filter(
			({ operation, parameters }) => operation === id && parameters.simplify !== false,
		);
		return versionsOf(nodeNameOf(id)).map((version): [string, number, Schema] => {
			const ofVersion = mine.filter((entry) => isOf(version, entry));
			return [id, version, schemaOf(ofVersion.flatMap((entry) => expectedItems(entry, version)))];
		});
	});

/** What the trigger gives, made from every recorded delivery of every release that a source is told. */
export const triggerSchema = (): Schema => {
	const eventNames = Object.values(sources).flatMap((source) => source.serviceEvents);
	return schemaOf(
		releases
			.flatMap((release) => deliveries(release))
			.filter(({ event }) => eventNames.includes(event))
			.map(({ event, body }) =>
				simpleItem(readDelivery(body), { account: 1, baseUrl: 'https://x', events: [event] }),
			),
	);
};
