import type { IDataObject } from 'n8n-workflow';
import { at } from '../../../../shared/values';
import {
	changed,
	choice,
	collection,
	fixed,
	optional,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';
import { CHANNELS, type ChannelFields } from './channels';

/** The settings of a channel, sent as one object. An update does not send the type. */
const settingsOf = (name: string, fields: Field[], changes = false): Field =>
	collection(
		`${name}_settings`,
		// The service fails if an update contains the type.
		[...(changes ? [] : [fixed({ type: name })]), optional(...fields)],
		{
			label: 'Channel Settings',
			as: 'channel',
			// Replies have the settings at the top level, under other names.
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

const named = (parts: (type: string, channel: ChannelFields) => Part[]) =>
	Object.fromEntries(
		Object.entries(CHANNELS).map(([type, channel]) => [
			type,
			{ name: channel.name, parts: parts(type, channel) },
		]),
	);

/** The type of the channel and its required fields; `nested` turns their paths into the body. */
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

/** The addresses in the settings of a channel that Chatwoot calls. */
export const calledByInbox = ({ api_settings }: IDataObject) => [at(api_settings, 'webhook_url')];

/** Warns if the settings were for another kind of channel: the service answers 200 and ignores them. */
export function otherChannel(values: IDataObject, inbox: IDataObject): string | undefined {
	const sent = Object.entries(CHANNELS).find(([type]) => `${type}_settings` in values);
	const { channel_type: kind } = inbox;
	if (!sent || typeof kind !== 'string' || kind === sent[1].kind) return undefined;
	return `The inbox is of ${kind}: the settings for ${sent[1].kind} were ignored, all other fields are saved`;
}
