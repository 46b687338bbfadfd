import { fieldsOf } from '../../nodes/shared/vocabulary/fields/parts';
import type { Operation } from '../../nodes/shared/vocabulary/operation';
import { callsOf, plays } from '../../truth/cases';
import { operations } from '../../truth/surfaces';

/** How many requests an operation sends at least, and why if it is more than one. */
interface Requests {
	operation: string;
	count: number;
	why?: string;
	/** Whether it waits until a channel has its messages. */
	isDelivered: boolean;
}

/** What no case has: it depends on the channel and on the other items. */
const DELIVERY =
	'+: also reads each conversation and its inbox once per execution, to know the channel, then the messages of a conversation until the channel has them: once for all that wait there, after 0.5, 1 and 2 seconds, then every 3. In API inboxes and on websites it reads no messages. `npm run benchmark` measures it with 1,000 messages.';

const waits = ({ options = [] }: Operation): boolean =>
	fieldsOf(options).some(({ name }) => name === 'wait_until');

/**
 * Counts the requests of each operation's least case, which `npm test -- operations` plays, on the
 * release that needs the fewest. A case that Chatwoot refused counts only if none was accepted.
 */
export const requests = (): Requests[] =>
	operations().map(([operation, definition]) => {
		const least = plays.filter((one) => one.operation === operation && one.name === 'least');
		const accepted = least.filter(({ error }) => !error);
		const counts = (accepted.length ? accepted : least).map((one) => callsOf(one).length);
		return {
			operation,
			count: Math.min(...counts),
			why: least[0]?.why,
			isDelivered: waits(definition),
		};
	});

export function requestList(): string {
	const all = requests();
	const several = all.filter(({ count }) => count > 1).length;
	return [
		...all.map(
			({ operation, count, why, isDelivered }) =>
				`${count}${isDelivered ? '+' : ' '} ${operation}${why ? `: ${why}` : ''}`,
		),
		DELIVERY,
		`${all.length} operations: ${all.length - several} need one request, ${several} more.`,
	].join('\n');
}
