import { callsOf, plays } from '../../truth/cases';
import { operations } from '../../truth/surfaces';

/** How many requests an operation sends at least, and why if it is more than one. */
interface Requests {
	operation: string;
	count: number;
	why?: string;
}

/**
 * Counts the requests of each operation's least case, which `npm test -- operations` plays, on the
 * release that needs the fewest. A case that Chatwoot refused counts only if none was accepted.
 */
export const requests = (): Requests[] =>
	operations().map(([operation]) => {
		const least = plays.filter((one) => one.operation === operation && one.name === 'least');
		const accepted = least.filter(({ error }) => !error);
		const counts = (accepted.length ? accepted : least).map((one) => callsOf(one).length);
		return { operation, count: Math.min(...counts), why: least[0]?.why };
	});

export function requestList(): string {
	const all = requests();
	const several = all.filter(({ count }) => count > 1).length;
	return [
		...all.map(({ operation, count, why }) => `${count}  ${operation}${why ? `: ${why}` : ''}`),
		`${all.length} operations: ${all.length - several} need one request, ${several} more.`,
	].join('\n');
}
