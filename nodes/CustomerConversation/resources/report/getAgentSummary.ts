import type { IDataObject } from 'n8n-workflow';
import { unix, zone } from '../../../shared/dates';
import { flag, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records } from '../../../shared/operation';
import { BadInput } from '../../../shared/transport/errors';

/** One row an agent; averages are seconds, null without data. */
export const getAgentSummary = operation({
	name: 'Get Summary by Agent',
	action: 'Get conversation statistics by agent',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/agent',
	path: [account()],
	// Both always: with one alone the service answers zeros.
	query: [
		unix('since', { hint: 'Start of the report, included' }),
		unix('until', { hint: 'End of the report, excluded' }),
		optional(flag('business_hours', { hint: 'Whether averages count opening hours only' })),
	],
	options: [
		optional(
			zone(),
			flag('add_names', {
				hint: 'Whether to add name and e-mail of each agent',
				default: true,
			}),
		),
	],
	reply: records(),
	run: async ({ values, records: rows, getOnce }) => {
		// The service would answer zeros.
		if (Number(values.since) >= Number(values.until))
			throw new BadInput('Until must be later than Since', ['until']);
		const report = await rows();
		if (values.add_names === false) return report;
		const agents = (await getOnce(
			`/api/v1/accounts/${String(values.account_id)}/agents`,
		)) as IDataObject[];
		return report.map(({ id, ...figures }) => {
			const agent = agents.find((entry) => entry.id === id);
			return {
				id,
				agent_name: agent?.name ?? null,
				agent_email: agent?.email ?? null,
				...figures,
			};
		});
	},
});
