import type { IDataObject } from 'n8n-workflow';
import { flag } from '../../../shared/fields';
import type { Call } from '../../../shared/operation';

type Named = 'team' | 'inbox';

/** The rows of the report have ids alone. */
export const addNames = (what: Named) =>
	flag('add_names', { hint: `Whether to add the name of each ${what}`, default: true });

/** @param list path of the list below the account, and where its reply has the rows */
export const withNames =
	(what: Named, list: string, rowsOf: (body: unknown) => IDataObject[]) =>
	async ({ values, records, getOnce }: Call): Promise<IDataObject[]> => {
		const report = await records();
		if (values.add_names === false) return report;
		const all = rowsOf(await getOnce(`/api/v1/accounts/${String(values.account_id)}/${list}`));
		return report.map(({ id, ...figures }) => ({
			id,
			[`${what}_name`]: all.find((entry) => entry.id === id)?.name ?? null,
			...figures,
		}));
	};
