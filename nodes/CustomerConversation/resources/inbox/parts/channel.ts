import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { boundsOf } from '../../../../shared/transport/stored';
import { isEmpty } from '../../../../shared/values';
import {
	choice,
	field,
	fixed,
	optional,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';
import { CHANNELS, type Channel } from './channels';

function wordsOf(error: unknown): string {
	if (error instanceof BadInput) return error.message;
	throw error;
}

/**
 * Settings of a channel that are sent as one object.
 * @param type goes out with them: to create, not to change, where the service fails on it
 */
function settingsOf(name: string, fields: Field[], type?: string): Field {
	const update = type === undefined;
	const entries = optional(...fields).optional;
	return field(
		`${name}_settings`,
		'collection',
		{
			label: 'Channel Settings',
			as: 'channel',
			// Replies have its settings beside each other, under names of their own.
			shown: false,
			placeholder: 'Add Setting',
			default: {},
			since: (settings) =>
				entries
					.filter(({ as }) => as in (settings as object))
					.flatMap((entry) =>
						boundsOf(entry, (settings as IDataObject)[entry.as]).map((bound) => ({
							value: entry.property.displayName,
							...bound,
						})),
					),
		},
		(value, reading) => {
			const given = value as IDataObject;
			const faults: string[] = [];
			const converted = entries.flatMap((entry) => {
				const raw = given[entry.name];
				const { displayName } = entry.property;
				if (raw === undefined || (isEmpty(raw) && !update)) return [];
				if (isEmpty(raw) && 'clear' in entry) return [[entry.as, entry.clear] as const];
				try {
					if (isEmpty(raw)) throw new BadInput('cannot be emptied');
					return [[entry.as, entry.convert(raw, reading)] as const];
				} catch (error) {
					faults.push(`${displayName} ${wordsOf(error)}`);
					return [];
				}
			});
			if (faults.length) throw new BadInput(`hold a fault: ${faults.join('; ')}`);
			if (update && converted.length === 0) throw new BadInput('are empty: add at least one');
			return { ...(update ? {} : { type }), ...Object.fromEntries(converted) };
		},
		{
			required: undefined,
			options: entries
				.map(({ property }) => property)
				.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		},
	);
}

/** The parts with their keys inside `channel`. */
const within = (parts: Part[]): Part[] =>
	parts.map((part) => {
		if ('fixed' in part)
			return fixed(
				Object.fromEntries(
					Object.entries(part.fixed).map(([key, value]) => [`channel.${key}`, value]),
				),
			);
		if ('optional' in part) return part;
		if (!('choices' in part)) return { ...part, as: `channel.${part.as}`, shown: false };
		const choices = Object.entries(part.choices).map(([key, { parts: inner }]) => [
			key,
			{ parts: within(inner) },
		]);
		return { ...part, choices: Object.fromEntries(choices) as typeof part.choices };
	});

const named = (parts: (type: string, channel: Channel) => Part[]) =>
	Object.fromEntries(
		Object.entries(CHANNELS).map(([type, channel]) => [
			type,
			{ name: channel.name, parts: parts(type, channel) },
		]),
	);

/** The type of the channel and what it needs; `nested` makes the body of it. */
export const newChannel = () =>
	choice(
		'channel_type',
		named((type, { needed, settings }) => [
			...within(needed),
			settings.length ? settingsOf(type, settings, type) : fixed({ channel: { type } }),
		]),
		{ hint: 'Twilio has an operation of its own; other channels are made in the dashboard' },
	);

export const changedChannel = () =>
	choice(
		'channel_type',
		{
			none: { name: 'None', parts: [] },
			...named((type, { changes }) => [settingsOf(type, changes)]),
		},
		{
			label: 'Channel to Change',
			hint: "The inbox's kind of channel, to change settings of the channel, too",
		},
	);

/** Of a channel of another kind the service ignores the settings, with 200. */
export function otherChannel(values: IDataObject, inbox: IDataObject): string | undefined {
	const sent = Object.entries(CHANNELS).find(([type]) => `${type}_settings` in values);
	const { channel_type: kind } = inbox;
	if (!sent || typeof kind !== 'string' || kind === sent[1].kind) return undefined;
	return `The inbox is of ${kind}: the settings for ${sent[1].kind} were ignored, all else is saved`;
}
