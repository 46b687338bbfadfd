import type { IDataObject } from 'n8n-workflow';
import { channels } from '../channels/channels';
import { delivered, type DeliveryReader } from '../channels/delivery';
import { unlessRefused } from '../steps';
import { at, worded } from '../values';

/** Chatwoot sends an email to the people of the conversation's newest message, which may be another one. */

/** Milliseconds to wait for an email. */
const LIMIT = 15_000;

/** Seconds after which an email that has not left is not expected to leave. */
const LATEST = 300;

/** The newest message of an email conversation that this execution knows. */
interface Newest {
	message?: IDataObject;
}

const newestOf = async (call: DeliveryReader, path: string): Promise<Newest> =>
	await call.once(`newest message of ${path}`, async () => await Promise.resolve({}));

/** Lets the next message of the conversation wait for this email. @param path of the conversation */
export async function keepEmail(
	call: DeliveryReader,
	path: string,
	message: IDataObject,
): Promise<void> {
	const newest = await newestOf(call, path);
	if (Number(newest.message?.id ?? 0) <= Number(message.id)) newest.message = message;
}

const isLeaving = ({ message_type, private: isNote, source_id, status, created_at }: IDataObject) =>
	message_type === 1 &&
	!isNote &&
	!source_id &&
	status !== 'failed' &&
	Date.now() / 1000 - Number(created_at) < LATEST;

/**
 * Waits until an email that was sent before has left: a message or private note would change its recipients.
 * @param path of the conversation
 * @param conversation if it is known
 */
export async function untilEmailLeft(
	call: DeliveryReader,
	path: string,
	conversation?: IDataObject,
): Promise<void> {
	// If it cannot be read, nothing is known of an email.
	const found = conversation ?? (await unlessRefused(call.getOnce(path)));
	if (at(found, 'meta.channel') !== 'Channel::Email') return;
	const last = at(found, 'last_non_activity_message') as IDataObject | null | undefined;
	const newest = await newestOf(call, path);
	// The conversation may have been read before this execution saw the email leave.
	if (last && !(Number(newest.message?.id) >= Number(last.id))) newest.message = last;
	const { message } = newest;
	if (!message || !isLeaving(message)) return;
	const sent = { message, since: Date.now(), patience: { limit: LIMIT, untilDelivered: false } };
	// A failure is that of the other message.
	const outcomes = await unlessRefused(delivered(call, path, channels.email, [sent], true));
	const outcome = outcomes?.[0];
	if (outcome) await keepEmail(call, path, outcome.message);
	if (outcome?.delivery === 'unknown')
		call.host.hint(
			`Email ${worded(message.id)} had not left yet: it may be sent to the recipients of a later message.`,
		);
}
