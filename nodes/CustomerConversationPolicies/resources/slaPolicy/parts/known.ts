import { explaining } from '../../../../shared/tasks/explain';
import type { Call } from '../../../../shared/vocabulary';

const meaning = ({ values }: Call) =>
	`SLA Policy ${String(values.sla_policy_id)} may not exist: Chatwoot answers 500 in that case.`;

/** For `run`: the service answers 500 if there is no policy with the ID. */
export const known = explaining(meaning);

/** For `run`: reads the policy first, because the service answers 200 to deleting one that does not exist. */
export const knownBefore = explaining(meaning, async ({ request: { path }, send, records }) => {
	await send({ method: 'GET', path });
	return await records();
});
