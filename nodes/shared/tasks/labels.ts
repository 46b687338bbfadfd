import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput, ServiceError } from '../faults';
import { at } from '../values';
import { folded, plain, type Call } from '../vocabulary';

/** Labels as Chatwoot compares them: without case and without the spaces around them. */

export const quoted = (titles: string[]): string => titles.map((title) => `"${title}"`).join(', ');

/** The title in a list that Chatwoot takes for this one. */
export const sameLabel = (titles: string[], title: string): string | undefined =>
	titles.find((other) => plain(other) === plain(title));

const FAILED = 'If a Label Does Not Exist is set to Stop with an Error';

/** What a label that is not listed may have been meant to be: letters with accents and separators differ. */
const alike = (title: string) => folded(title).replace(/[\s_-]/g, '');

/** @throws BadInput with titles that Chatwoot would store as something else */
function refuseParts(titles: string[], field: string): void {
	const apart = titles.filter((title) => /,|^["'].*["']$/.test(title));
	if (apart.length)
		throw new BadInput(
			`Chatwoot would store ${quoted(apart)} differently: a comma separates two labels, and quotation marks around a label are removed. Write each label without them.`,
			[field],
		);
}

/** The titles of the account's labels; undefined if they cannot be read and unlisted ones are allowed. */
async function listedTitles({ values, getOnce }: Call): Promise<string[] | undefined> {
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
	return Array.isArray(rows) ? rows.map((row: IDataObject) => String(row.title)) : undefined;
}

/**
 * Labels in the account's spelling, before they are written. One that the account does not list is kept,
 * with an execution hint, unless the user chose an error.
 * @param titles as they were chosen
 * @param field that contains them
 * @throws BadInput with the labels that do not exist, or that Chatwoot would take apart
 */
export async function listedLabels(
	call: Call,
	titles: string[],
	field = 'labels',
): Promise<string[]> {
	const trimmed = titles.map((title) => title.trim());
	const chosen = trimmed.filter((title, index) => !sameLabel(trimmed.slice(0, index), title));
	refuseParts(chosen, field);
	if (chosen.length === 0) return [];
	const account = String(call.values.account_id);
	const listed = await listedTitles(call);
	if (!listed) {
		const unsure = chosen.filter((title) => title !== title.toLowerCase());
		if (unsure.length)
			call.host.hint(
				`This token cannot read the labels of account ${account}, so ${quoted(unsure)} may be spelled differently there. Chatwoot's own labels are in lower case, and its dashboard does not show other spellings.`,
			);
		return chosen;
	}
	const spelled = chosen.map((title) => sameLabel(listed, title) ?? title);
	const unknown = spelled.filter((title) => !listed.includes(title));
	if (unknown.length === 0) return spelled;
	const meant = listed.filter((title) => unknown.some((one) => alike(one) === alike(title)));
	const other = meant.length ? ` Did you mean ${quoted(meant)}?` : '';
	const found = `Account ${account} has no label${unknown.length > 1 ? 's' : ''} ${quoted(unknown)}`;
	if (call.values.unlisted_labels === 'refuse')
		throw new BadInput(`${found}.${other} Pick labels from the list, or check the spelling.`, [
			field,
		]);
	call.host.hint(
		`${found}.${other} Chatwoot accepts labels that do not exist, but its dashboard does not list them or filter by them. Check the spelling, or create the label.`,
	);
	return spelled;
}

type Run = (call: Call) => Promise<IDataObject[]>;

/**
 * For `run`: settings that name labels get the account's spelling, since Chatwoot compares them by letter.
 * @param listsIn the lists of titles in the body, which are changed in place
 * @param run replaces the single request
 */
export const spellingLabels =
	(
		listsIn: (body: IDataObject) => string[][],
		run: Run = async (call) => await call.records(),
	): Run =>
	async (call) => {
		for (const titles of listsIn(call.request.body ?? {}))
			titles.splice(0, titles.length, ...(await listedLabels(call, titles)));
		return await run(call);
	};

/** The labels in the actions of a rule or a macro. */
export const labelsInActions = ({ actions = [] }: IDataObject): string[][] =>
	(actions as IDataObject[])
		.filter(({ action_name: name }) => /^(add|remove)_label$/.test(String(name)))
		.map(({ action_params: titles }) => titles as string[]);
