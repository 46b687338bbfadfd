import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import { listedLabels, quoted, sameLabel } from '../../shared/tasks/labels';
import { rowsOf } from '../../shared/transport/pages';
import { choice, fixed, labels, pick, type Call } from '../../shared/vocabulary';

/** The new labels. Removing all is a separate choice, since an empty list may be a mistake. */
export const replacement = () =>
	choice('replace_with', {
		chosen: { name: 'Chosen Labels', parts: [labels()] },
		none: { name: 'No Labels (Remove All)', parts: [fixed({ labels: [] })] },
	});

/** What to do with labels that do not exist in the account. Read by `listedLabels`. */
export const unlistedLabels = () =>
	pick(
		'unlisted_labels',
		{ add: 'Add It and Show a Hint', refuse: 'Stop with an Error' },
		{
			label: 'If a Label Does Not Exist',
			hint: 'Chatwoot accepts labels that are not in Settings → Labels, but its dashboard does not list them or filter by them',
		},
	);

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

const readLabels = async ({ send, request }: Pick<Call, 'send' | 'request'>): Promise<string[]> =>
	rowsOf(await send({ method: 'GET', path: request.path })).map(String);

/**
 * How a contact's labels are really spelled. The reply to the write only repeats what was sent, but a contact
 * has the spelling in which any account of the server first stored a label. So each label is read back once.
 */
async function spellingsInContact(call: Call, titles: string[]): Promise<Map<string, string>> {
	let reading: Promise<string[]> | undefined;
	const spelling = async (title: string) =>
		await call.once(`spelling of the label ${title} in contacts`, async () => {
			reading ??= readLabels(call);
			return sameLabel(await reading, title) ?? title;
		});
	const all = titles.map(async (title): Promise<[string, string]> => [
		title,
		await spelling(title),
	]);
	return new Map(await Promise.all(all));
}

/**
 * Writes all labels of a record.
 * @param chosen of them, which must be there afterwards
 * @returns the labels as they are stored
 * @throws ServiceError if Chatwoot answers with other labels
 */
async function writeLabels(call: Call, all: string[], chosen: string[]): Promise<string[]> {
	const { request, send, host } = call;
	const reply = await written(async () => await send({ ...request, body: { labels: all } }));
	const replied = rowsOf(reply).map(String);
	const lost = chosen.filter((title) => !sameLabel(replied, title));
	const kept = replied.filter((title) => !sameLabel(all, title));
	const differing = [
		lost.length && `it did not store ${quoted(lost)}`,
		kept.length && `it kept ${quoted(kept)}`,
	].filter(Boolean);
	if (differing.length)
		throw new ServiceError(`Chatwoot answered with other labels: ${differing.join(', ')}`, {
			status: 200,
			acted: true,
		});
	const isContact = /\/contacts\/\d+\/labels$/.test(request.path);
	const spellings = isContact ? await spellingsInContact(call, chosen) : undefined;
	const stored = replied.map((title) => spellings?.get(title) ?? title);
	const others = chosen.flatMap((title) => {
		const other = sameLabel(stored, title);
		return other === undefined || other === title ? [] : [{ title, other }];
	});
	for (const { title, other } of others)
		host.hint(
			`Chatwoot stored the label "${title}" as "${other}", because that is how it was first stored on this server. Its dashboard may not show the label there, and only the administrator of the server can change the spelling.`,
		);
	return stored;
}

/**
 * The service can only replace labels: to add or remove some, the present ones are read first.
 * @param change makes the new titles from the present ones
 * @param chosen which of them must be there afterwards
 */
async function changeLabels(
	call: Call,
	change: (present: string[]) => string[],
	chosen: string[] = [],
): Promise<IDataObject[]> {
	const present = await readLabels(call);
	const all = [...new Set(change(present))];
	if (all.length === present.length && all.every((title) => present.includes(title)))
		return [{ labels: present }];
	return [{ labels: await writeLabels(call, all, chosen) }];
}

/** Adds labels to those of the record, where they replace the same labels in another spelling. */
export const addLabels = async (call: Call, chosen: string[]): Promise<IDataObject[]> =>
	await changeLabels(
		call,
		(present) => [...present.map((title) => sameLabel(chosen, title) ?? title), ...chosen],
		chosen,
	);

/** For `run`: removes the chosen labels, however the record spells them. */
export const removeLabels = async (call: Call): Promise<IDataObject[]> =>
	await changeLabels(call, (present) =>
		present.filter((title) => !sameLabel(call.values.labels as string[], title)),
	);

/** For `run`: adds the chosen labels in the account's spelling. */
export const addListedLabels = async (call: Call): Promise<IDataObject[]> =>
	await addLabels(call, await listedLabels(call, call.values.labels as string[]));

/** For `run`: sends the request of the operation with its labels in the account's spelling. */
export const replaceLabels = async (call: Call): Promise<IDataObject[]> => {
	const titles = (call.request.body?.labels ?? []) as string[];
	const chosen = await listedLabels(call, titles);
	return [{ labels: await writeLabels(call, chosen, chosen) }];
};
