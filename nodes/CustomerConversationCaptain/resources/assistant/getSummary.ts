import type { IDataObject } from 'n8n-workflow';
import { at } from '../../../shared/values';
import { account, assistant, operation, record } from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';

/** The metrics that the text is about, as paths. */
const SUMMARIZED = [
	'conversations_handled.current',
	'hours_saved.current',
	'auto_resolution_rate.current',
	'auto_resolution_rate.trend',
	'handoff_rate.current',
	'handoff_rate.trend',
	'reopen_rate.current',
	'reopen_rate.trend',
	'knowledge.coverage',
	'knowledge.approved',
	'knowledge.documents',
];

/** The service writes about the metrics in the request, so they are read first. */
export const getSummary = operation({
	name: 'Get Summary',
	action: 'Get a summary of assistant metrics',
	gives: 'Returns a text by an AI model about the metrics and FAQ stats',
	needs: { edition: 'enterprise', since: '4.16' },
	description: 'Needs an AI model on the server. The text is cached for an hour.',
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/summary',
	path: [account(), assistant()],
	query: metricPeriod(),
	options: inZone(),
	reply: record(),
	run: async ({ request, send, records }): Promise<IDataObject[]> => {
		const { path, query } = request;
		const read = async (name: string, of?: IDataObject) =>
			await send({ method: 'GET', path: path.replace(/summary$/, name), query: of });
		const metrics = (await read('metrics', query)) as IDataObject;
		const numbers = { ...metrics, knowledge: await read('faq_stats') };
		const sent = SUMMARIZED.map((place) => [
			`stats[${place.replace('.', '][')}]`,
			at(numbers, place),
		]);
		request.query = { ...query, ...(Object.fromEntries(sent) as IDataObject) };
		return await records();
	},
});
