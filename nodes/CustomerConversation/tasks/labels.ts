import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput, ServiceError } from '../../shared/faults';
import { at, isObject } from '../../shared/values';
import { choice, fixed, labels, pick, plain, type Call } from '../../shared/vocabulary';

/** What takes the place of all labels: none has to be said, an empty list may be a mistake. */
export const replacement = () =>
	choice('replace_with', {
		chosen: { name: 'Chosen Labels', parts: [labels()] },
		none: { name: 'No Labels (Remove All)', parts: [fixed({ labels: [] })] },
	});

/** What to do with labels that the account does not list. Read by `checkListed`. */
export const unlistedLabels = () =>
	pick(
		'unlisted_labels',
		{ add: 'Add It and Show a Hint', refuse: 'Stop with an Error' },
		{
			label: 'If a Label Is Not Listed',
			hint: 'Chatwoot takes a label that is not in the list of the account, but no list or filter in its dashboard shows it',
		},
	);

const FAILED = 'If a Label Is Not Listed is set to Stop with an Error';

/** The titles that the account lists; undefined if nobody can know, and the user does not insist. */
async function listedTitles({ values, getOnce }: Call): Promise<unknown[] | undefined> {
	const account = String(values.account_id);
	const insists = values.unlisted_labels === 'refuse';
	const body = await getOnce(`/api/v1/accounts/${account}/labels`).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		if (!insists) return undefined;
		if (![401, 403].includes(error.status ?? 0)) throw error;
		throw badInput(
			`${FAILED}, but this token may not read the labels of account ${account}. Use the token of a user, or remove the option.`,
			['unlisted_labels'],
		);
	});
	const rows = at(body, 'payload');
	return Array.isArray(rows) ? rows.map((row: IDataObject) => row.title) : undefined;
}

/**
 * Looks for labels that the account does not list, before they are written. They are written all the
 * same, with an execution hint, unless the user wants them refused.
 * @param titles of the labels that are about to be written
 * @param field that holds them
 * @throws BadInput with the labels that are not listed
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
		? ` It lists ${meant.map((title) => `"${String(title)}"`).join(', ')}.`
		: '';
	const found = `Account ${String(call.values.account_id)} does not list the label${unknown.length > 1 ? 's' : ''} ${names}`;
	if (call.values.unlisted_labels === 'refuse')
		throw new BadInput(`${found}.${other} Pick labels from the list, or check the spelling.`, [
			field,
		]);
	call.host.hint(
		`${found}.${other} Chatwoot takes it all the same, but no list or filter in its dashboard shows it. Check the spelling, or create the label.`,
	);
}

/** Refused because another request made the same label in the same moment: now it is there. */
const isOvertaken = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.status === 422 &&
	error.fields.some((name) => name === 'tag' || name === 'tag_id');

/**
 * Writes all labels of a record, and does so again if another request made one of them in the same
 * moment. That changes nothing else: the whole list is written each time.
 */
async function written<T>(write: () => Promise<T>, again = 2): Promise<T> {
	return await write().catch(async (error: unknown) => {
		if (again === 0 || !isOvertaken(error)) throw error;
		return await written(write, again - 1);
	});
}

/**
 * The service replaces labels only: to add or remove some, the present ones are read first.
 * @param change makes the new titles of the present and the chosen ones
 */
const changeLabels =
	(change: (present: string[], chosen: string[]) => string[]) =>
	async ({ values, request, send }: Call): Promise<IDataObject[]> => {
		const read = await send({ method: 'GET', path: request.path });
		const present = isObject(read) && Array.isArray(read.payload) ? read.payload.map(String) : [];
		const wanted = [...new Set(change(present, values.labels as string[]))];
		if (wanted.length === present.length && wanted.every((title) => present.includes(title)))
			return [{ labels: present }];
		const all = await written(async () => await send({ ...request, body: { labels: wanted } }));
		return [{ labels: (all as { payload: string[] }).payload }];
	};

/** Adds the chosen labels to those that the record has. */
export const addLabels = changeLabels((present, chosen) => [...present, ...chosen]);

export const removeLabels = changeLabels((present, chosen) =>
	present.filter((title) => !chosen.includes(title)),
);

/** For `run`: adds the chosen labels once it is known whether the account lists them. */
export const addListedLabels = async (call: Call): Promise<IDataObject[]> => {
	await checkListed(call, call.values.labels as string[]);
	return await addLabels(call);
};

/** For `run`: the operation's own request, once it is known whether the account lists its labels. */
export const replaceLabels = async (call: Call): Promise<IDataObject[]> => {
	await checkListed(call, (call.request.body?.labels ?? []) as string[]);
	return await written(call.records);
};
