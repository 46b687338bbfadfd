import type { IDataObject } from 'n8n-workflow';
import {
	changed,
	choice,
	collection,
	fixed,
	optional,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';
import { CHANNELS, type Channel } from './channels';

/** Settings of a channel that are sent as one object, in an update without its type. */
const settingsOf = (name: string, fields: Field[], changes = false): Field =>
	collection(
		`${name}_settings`,
		// The service fails on a type that is to be changed.
		[...(changes ? [] : [fixed({ type: name })]), optional(...fields)],
		{
			label: 'Channel Settings',
			as: 'channel',
			// Replies have its settings beside each other, under names of their own.
			shown: false,
			placeholder: 'Add Setting',
			changes,
		},
	);

/** The parts with their keys inside `channel`. */
const within = (parts: Part[]): Part[] => {
	const inside = (key: string) => `channel.${key}`;
	return changed(parts, (field) => ({ ...field, as: inside(field.as), shown: false }), inside);
};

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
			settings.length ? settingsOf(type, settings) : fixed({ channel: { type } }),
		]),
		{ hint: 'For Twilio, use Create for Twilio. Create other channels in the dashboard.' },
	);

export const changedChannel = () =>
	choice(
		'channel_type',
		{
			none: { name: 'None', parts: [] },
			...named((type, { changes }) => [settingsOf(type, changes, true)]),
		},
		{
			label: 'Channel to Change',
			hint: 'Channel of the inbox. Required to change settings of the channel.',
		},
	);

/** Of a channel of another kind the service ignores the settings, with 200. */
export function otherChannel(values: IDataObject, inbox: IDataObject): string | undefined {
	const sent = Object.entries(CHANNELS).find(([type]) => `${type}_settings` in values);
	const { channel_type: kind } = inbox;
	if (!sent || typeof kind !== 'string' || kind === sent[1].kind) return undefined;
	return `The inbox is of ${kind}: the settings for ${sent[1].kind} were ignored, all other fields are saved`;
}
