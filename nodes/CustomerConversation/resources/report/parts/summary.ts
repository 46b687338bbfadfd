import type { IDataObject } from 'n8n-workflow';
import { isoOf, type Span } from '../../../../shared/time/calendar';
import type { Call } from '../../../../shared/vocabulary';
import { earlier } from './compare';
import { withTexts } from './figures';
import { without } from '../../../../shared/values';

/**
 * Figures of a period as one item. The service's `previous` is left out: it covers the same number of
 * seconds before, which does not fit months and days.
 */
export async function summary(call: Call): Promise<IDataObject[]> {
	const { request, send, zone } = call;
	const ask = async ({ since, until }: Span): Promise<IDataObject> => {
		const query = { ...request.query, since, until };
		const figures = withTexts(
			without((await send({ ...request, query })) as IDataObject, 'previous'),
		);
		return { since: isoOf(since, zone), until: isoOf(until, zone), ...figures };
	};
	const figures = await ask(request.query as unknown as Span);
	const before = earlier(call);
	return [before ? { ...figures, previous: await ask(before) } : figures];
}
