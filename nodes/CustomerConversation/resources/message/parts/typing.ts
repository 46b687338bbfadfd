import { ServiceError } from '../../../../shared/faults';
import { flag, integer, type Call, type Field } from '../../../../shared/vocabulary';

/** The typing indicator that a contact sees before a message. */

/** Most seconds of typing before one part, if they depend on its length. */
const LONGEST = 10;

export const typingFields = (): Field[] => [
	flag('show_typing', {
		hint: 'Whether to show the contact a typing indicator while the reply is sent',
	}),
	integer('typing_seconds', {
		hint: `Time to show the typing indicator before each part. With Typing Speed, the maximum. Default: not longer than sending takes.`,
		range: [1, 60],
	}),
	integer('typing_speed', {
		hint: `Characters per second. Shows the typing indicator before each part for as long as a person would need, up to ${LONGEST} seconds.`,
		range: [1, 1000],
	}),
];

/** Side tasks must not make the operation fail: then the reply would be sent again. */
export const unlessFails = async <T>(task: Promise<T>): Promise<T | undefined> =>
	await task.catch((error: unknown) => {
		if (error instanceof ServiceError) return undefined;
		throw error;
	});

/** Shows or hides the typing indicator. @returns whether it worked */
async function show({ request, send }: Call, typing_status: 'on' | 'off'): Promise<boolean> {
	const path = request.path.replace(/\/messages$/, '/toggle_typing_status');
	const sending = send({ method: 'POST', path, body: { typing_status }, again: true });
	return (await unlessFails(sending.then(() => true))) ?? false;
}

/** How long a part is typed; in seconds. */
function secondsFor({ values }: Call, part: string): number {
	const { typing_seconds: most, typing_speed: speed } = values;
	if (speed === undefined) return Number(most ?? 0);
	return Math.min([...part].length / Number(speed), Number(most ?? LONGEST));
}

/** The typing indicator of one reply. */
export function typing(call: Call) {
	const { show_typing, typing_seconds, typing_speed } = call.values;
	const isWanted = show_typing === true || (typing_seconds ?? typing_speed) !== undefined;
	let isShown = false;
	return {
		/** Shows it, for as long as typing this part should take. @returns whether it took time */
		before: async (part: string): Promise<boolean> => {
			const seconds = secondsFor(call, part);
			if (isWanted && (!isShown || seconds > 0)) isShown = await show(call, 'on');
			if (seconds > 0) await call.host.wait(seconds * 1000);
			return seconds > 0;
		},
		/** Hides it. */
		after: async (): Promise<void> => {
			if (isShown) await show(call, 'off');
		},
		wasShown: () => isShown,
	};
}
