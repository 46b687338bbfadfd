import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../../../../shared/transport/pages';
import { duration } from '../../../time/duration';

/** Description of operations that return averages. */
export const AVERAGES = 'Averages are in seconds, or null if there is no data';

/** Whether a figure is an average in seconds; others are counts. */
export const isAverage = (figure: string): boolean => figure.endsWith('_time');

/** Adds a readable duration to each average; both are null if there is no data. */
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

/** @throws ServiceError if the service answers 200 with something else */
export const listOf = <T = IDataObject>(body: unknown): T[] => rowsOf<T>(body, '');
