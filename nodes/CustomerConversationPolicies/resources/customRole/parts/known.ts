import { explaining } from '../../../../shared/tasks/explain';

/** For `run`: the service answers 500 if there is no role with the ID. */
export const known = explaining(
	({ values }) =>
		`Custom Role ${String(values.custom_role_id)} may not exist: Chatwoot answers 500 in that case.`,
);
