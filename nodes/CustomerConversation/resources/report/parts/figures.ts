import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../../../../shared/transport/pages';
import { duration } from '../../../time/duration';

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
export const listOf = <T = IDataObject>(body: unknown): T[] => rowsOf<T>(body, '');
