import { explaining } from '../../../../shared/tasks/explain';
import type { Call } from '../../../../shared/vocabulary';

const meaning = ({ values }: Call) =>
	`There may be no SLA Policy ${String(values.sla_policy_id)}: the service answers 500 then.`;

/** For `run`: to an ID that no policy has the service answers 500. */
export const known = explaining(meaning);

/** For `run`: asks for the policy first, as a delete of one that is not there is 200. */
export const knownBefore = explaining(meaning, async ({ request: { path }, send, records }) => {
	await send({ method: 'GET', path });
	return await records();
});
