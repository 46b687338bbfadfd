import type { IDataObject } from 'n8n-workflow';
import { at } from '../../../../shared/values';
import { flag, type Call } from '../../../../shared/vocabulary';
import { listOf } from './figures';
import { summaryRows } from './rows';

/** Where the names are: the list of the account, the path of its rows, and the keys to add. */
const LISTS = {
	agent: { list: 'agents', path: '', keys: ['name', 'email'] },
	team: { list: 'teams', path: '', keys: ['name'] },
	inbox: { list: 'inboxes', path: 'payload', keys: ['name'] },
};

type Named = keyof typeof LISTS;

/** Offers to add names: the rows of the report only have IDs. */
export const addNames = (subject: Named) =>
	flag('add_names', {
		hint: `Whether to add the ${LISTS[subject].keys.join(' and ')} of each ${subject}`,
		default: true,
	});

export const namedRows =
	(subject: Named) =>
	async (call: Call): Promise<IDataObject[]> => {
		const report = await summaryRows(call, 'id', listOf);
		if (call.values.add_names === false) return report;
		const { list, path, keys } = LISTS[subject];
		const body = await call.getOnce(`/api/v1/accounts/${String(call.values.account_id)}/${list}`);
		const all = new Map(listOf(at(body, path)).map((entry) => [entry.id, entry]));
		return report.map(({ id, ...figures }) => {
			const names = keys.map((key) => [`${subject}_${key}`, all.get(id)?.[key] ?? null]);
			return { id, ...Object.fromEntries(names), ...figures } as IDataObject;
		});
	};
