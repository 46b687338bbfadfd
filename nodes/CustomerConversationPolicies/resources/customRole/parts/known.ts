import { explaining } from '../../../../shared/tasks/explain';

/** For `run`: to an ID that no role has the service answers 500. */
export const known = explaining(
	({ values }) =>
		`There may be no Custom Role ${String(values.custom_role_id)}: the service answers 500 then.`,
);
