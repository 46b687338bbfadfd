import type { IDataObject } from 'n8n-workflow';
import { at } from '../values';
import { channels, type Channel } from './channels';

/** The channels that one class of Chatwoot's serves alone. */
const BY_CLASS: Record<string, string> = {
	'Channel::Sms': 'bandwidth',
	'Channel::Telegram': 'telegram',
	'Channel::Instagram': 'instagram',
	'Channel::Line': 'line',
	'Channel::Tiktok': 'tiktok',
	'Channel::Email': 'email',
	'Channel::Api': 'api',
	'Channel::WebWidget': 'website',
};

async function keyOf(
	conversation: IDataObject,
	inboxOf: () => Promise<IDataObject>,
): Promise<string | undefined> {
	const name = String(at(conversation, 'meta.channel'));
	if (name === 'Channel::Whatsapp')
		return (await inboxOf()).provider === 'default' ? 'whatsapp_360dialog' : 'whatsapp_cloud';
	if (name === 'Channel::TwilioSms')
		return (await inboxOf()).medium === 'whatsapp' ? 'twilio_whatsapp' : 'twilio_sms';
	if (name === 'Channel::FacebookPage')
		return at(conversation, 'additional_attributes.type') === 'instagram_direct_message'
			? 'instagram'
			: 'facebook';
	return BY_CLASS[name];
}

/**
 * The channel that carries the messages of a conversation.
 * @param inboxOf reads its inbox; it is only called if the conversation does not tell
 * @returns undefined for a channel that is not in the table
 */
export async function channelOf(
	conversation: IDataObject,
	inboxOf: () => Promise<IDataObject>,
): Promise<Channel | undefined> {
	const key = await keyOf(conversation, inboxOf);
	return key === undefined ? undefined : channels[key];
}
