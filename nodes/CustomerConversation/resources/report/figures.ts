import type { IDataObject } from 'n8n-workflow';
import { duration } from '../../../shared/duration';
import { ServiceError } from '../../../shared/transport/errors';

/** Averages are seconds, the other figures counts. */
export const isAverage = (figure: string): boolean => figure.endsWith('_time');

/** With each average as a text beside it; without data both are null. */
export const withTexts = (figures: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(figures).flatMap(([name, value]) =>
			isAverage(name)
				? [
						[name, value],
						[`${name}_text`, value === null ? null : duration(Number(value))],
					]
				: [[name, value]],
		),
	);

/** @throws ServiceError where the service sends something else with 200 */
export function listOf<T = IDataObject>(body: unknown): T[] {
	if (Array.isArray(body)) return body as T[];
	throw new ServiceError('The reply of the service does not hold the list that it should');
}
