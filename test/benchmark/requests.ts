import { callsOf, plays } from '../../truth/cases';
import { operations } from '../../truth/surfaces';

/** How many requests an operation sends at least, and why if it is more than one. */
interface Requests {
	operation: string;
	count: number;
	why?: string;
}

/**
 * Of every operation its least case, which `npm test -- operations` plays: on the release that needs
 * the fewest, and where the service refuses it only if no server took it.
 */
export const requests = (): Requests[] =>
	operations().map(([operation]) => {
		const least = plays.filter((one) => one.operation === operation && one.name === 'least');
		const taken = least.filter(({ error }) => !error);
		const counts = (taken.length ? taken : least).map((one) => callsOf(one).length);
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
