import type { IDataObject } from 'n8n-workflow';
import { channelOf } from '../../../nodes/shared/channels/channelOf';

const CASES: Array<
	[name: string | undefined, channel: string, inbox?: IDataObject, type?: string]
> = [
	['WhatsApp', 'Whatsapp', { provider: 'whatsapp_cloud' }],
	['WhatsApp (360dialog)', 'Whatsapp', { provider: 'default' }],
	['WhatsApp (Twilio)', 'TwilioSms', { medium: 'whatsapp' }],
	['SMS (Twilio)', 'TwilioSms', { medium: 'sms' }],
	['SMS (Bandwidth)', 'Sms'],
	['Telegram', 'Telegram'],
	['Facebook', 'FacebookPage'],
	['Instagram', 'FacebookPage', undefined, 'instagram_direct_message'],
	['Instagram', 'Instagram'],
	['LINE', 'Line'],
	['TikTok', 'Tiktok'],
	['email', 'Email'],
	['API', 'Api'],
	['website', 'WebWidget'],
	[undefined, 'TwitterProfile'],
];

test.each(CASES)('finds %s for %s, and reads the inbox only if it decides', async (...row) => {
	const [name, channel, inbox, type] = row;
	const conversation = {
		meta: { channel: `Channel::${channel}` },
		additional_attributes: { type },
	};
	const inboxOf = jest.fn(async () => inbox ?? {});
	expect((await channelOf(conversation, inboxOf))?.name).toBe(name);
	expect(inboxOf).toHaveBeenCalledTimes(inbox ? 1 : 0);
});

test('knows no channel for a conversation that does not say it', async () => {
	expect(await channelOf({}, async () => ({}))).toBeUndefined();
});
