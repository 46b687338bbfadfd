import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { together, type BadInput } from '../faults';
import { calendarOf } from '../time/calendar';
import { flag, picks, readParts, type Field, type Part } from '../vocabulary';
import type { Event } from './events';

/** The field Events, with a description for events that need one. @param hint of the field */
export function eventsField(offered: Record<string, Event>, hint: string): Field {
	const events = Object.entries(offered);
	const names = Object.fromEntries(events.map(([value, { name }]) => [value, name]));
	const chosen = picks('events', names, { hint });
	const options = events
		.map(([value, { name, hint }]) => ({ name, value, ...(hint ? { description: hint } : {}) }))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { ...chosen, property: { ...chosen.property, options } };
}

export const guard = flag('loop_guard', {
	label: 'Ignore Bots and Your Own Messages',
	hint: "Whether to ignore messages from the credential's user, bots, automation rules and templates, so that a workflow that replies does not start itself",
	default: true,
});

export const propertiesOf = (fields: Field[]) => fields.map(({ property }) => property);

export const notice = (name: string, text: string): INodeProperties => ({
	displayName: text,
	name,
	type: 'notice',
	default: '',
});

type Context = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Reads and converts fields of a trigger; `done` throws all faults together. */
export function reader(context: Context, credentials: ICredentialDataDecryptedObject) {
	const faults: BadInput[] = [];
	const { typeVersion: version } = context.getNode();
	const reading = { ...calendarOf(context.getTimezone()), version, values: {}, credentials };
	const rawValue = (name: string) => context.getNodeParameter(name, null) as unknown;
	return {
		/** Values of the parts by name. @param collection name of the collection with added fields */
		read: (parts: Part[], collection = ''): IDataObject => {
			const values: IDataObject = {};
			const added = collection ? (context.getNodeParameter(collection, {}) as IDataObject) : {};
			const found = readParts(parts, { rawValue, added }, reading, (key, value) => {
				values[key] = value as string;
			});
			faults.push(...found);
			return values;
		},
		done: () => {
			if (faults.length) throw together(faults);
		},
	};
}
