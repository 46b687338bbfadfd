import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput, ServiceError } from '../../shared/faults';
import { rowsOf } from '../../shared/transport/pages';
import { at } from '../../shared/values';
import { choice, fixed, labels, pick, plain, type Call } from '../../shared/vocabulary';

/** The new labels. Removing all is a separate choice, since an empty list may be a mistake. */
export const replacement = () =>
	choice('replace_with', {
		chosen: { name: 'Chosen Labels', parts: [labels()] },
		none: { name: 'No Labels (Remove All)', parts: [fixed({ labels: [] })] },
	});

/** What to do with labels that do not exist in the account. Read by `checkListed`. */
export const unlistedLabels = () =>
	pick(
		'unlisted_labels',
		{ add: 'Add It and Show a Hint', refuse: 'Stop with an Error' },
		{
			label: 'If a Label Does Not Exist',
			hint: 'Chatwoot accepts labels that are not in Settings → Labels, but its dashboard does not list them or filter by them',
		},
	);

const FAILED = 'If a Label Does Not Exist is set to Stop with an Error';

/** The titles of the account's labels; undefined if they cannot be read and unlisted ones are allowed. */
async function listedTitles({ values, getOnce }: Call): Promise<unknown[] | undefined> {
	const account = String(values.account_id);
	const insists = values.unlisted_labels === 'refuse';
	const body = await getOnce(`/api/v1/accounts/${account}/labels`).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		if (!insists) return undefined;
		if (![401, 403].includes(error.status ?? 0)) throw error;
		throw badInput(
			`${FAILED}, but this token cannot read the labels of account ${account}. Use a user's token, or remove the option.`,
			['unlisted_labels'],
		);
	});
	const rows = at(body, 'payload');
	return Array.isArray(rows) ? rows.map((row: IDataObject) => row.title) : undefined;
}

/**
 * Checks, before labels are written, whether they exist in the account. If not, they are written with
 * an execution hint, unless the user chose an error.
 * @param titles of the labels that are about to be written
 * @param field that contains them
 * @throws BadInput with the labels that do not exist
 */
export async function checkListed(call: Call, titles: string[], field = 'labels'): Promise<void> {
	if (titles.length === 0) return;
	const listed = await listedTitles(call);
	const unknown = titles.filter((title) => listed && !listed.includes(title));
	if (unknown.length === 0) return;
	const names = unknown.map((title) => `"${title}"`).join(', ');
	const meant = (listed ?? []).filter((title) =>
		unknown.some((one) => plain(one) === plain(title)),
	);
	const other = meant.length
		? ` Did you mean ${meant.map((title) => `"${String(title)}"`).join(', ')}?`
		: '';
	const found = `Account ${String(call.values.account_id)} has no label${unknown.length > 1 ? 's' : ''} ${names}`;
	if (call.values.unlisted_labels === 'refuse')
		throw new BadInput(`${found}.${other} Pick labels from the list, or check the spelling.`, [
			field,
		]);
	call.host.hint(
		`${found}.${other} Chatwoot accepts labels that do not exist, but its dashboard does not list them or filter by them. Check the spelling, or create the label.`,
	);
}

/** Whether another request created the same label at the same time: now it exists. */
const isOvertaken = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.status === 422 &&
	error.fields.some((name) => name === 'tag' || name === 'tag_id');

/**
 * Writes all labels of a record, and tries again if another request created one of them at the same
 * time. This is safe, since the whole list is written each time.
 */
async function written<T>(write: () => Promise<T>, again = 2): Promise<T> {
	return await write().catch(async (error: unknown) => {
		if (again === 0 || !isOvertaken(error)) throw error;
		return await written(write, again - 1);
	});
}

/**
 * The service can only replace labels: to add or remove some, the present ones are read first.
 * @param change makes the new titles from the present and the chosen ones
 */
const changeLabels =
	(change: (present: string[], chosen: string[]) => string[]) =>
	async ({ values, request, send }: Call): Promise<IDataObject[]> => {
		const read = await send({ method: 'GET', path: request.path });
		const present = rowsOf<unknown>(read).map(String);
		const wanted = [...new Set(change(present, values.labels as string[]))];
		if (wanted.length === present.length && wanted.every((title) => present.includes(title)))
			return [{ labels: present }];
		const all = await written(async () => await send({ ...request, body: { labels: wanted } }));
		return [{ labels: rowsOf<string>(all) }];
	};

/** Adds the chosen labels to those of the record. */
export const addLabels = changeLabels((present, chosen) => [...present, ...chosen]);

export const removeLabels = changeLabels((present, chosen) =>
	present.filter((title) => !chosen.includes(title)),
);

/** For `run`: adds the chosen labels, after checking whether they exist. */
export const addListedLabels = async (call: Call): Promise<IDataObject[]> => {
	await checkListed(call, call.values.labels as string[]);
	return await addLabels(call);
};

/** For `run`: sends the request of the operation, after checking whether its labels exist. */
export const replaceLabels = async (call: Call): Promise<IDataObject[]> => {
	await checkListed(call, (call.request.body?.labels ?? []) as string[]);
	return await written(call.records);
};
