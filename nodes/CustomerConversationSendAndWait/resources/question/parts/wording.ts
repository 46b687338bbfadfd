import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { at } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/** A button of the page, and a link in the message. */
export interface Button {
	/** As the link and the form send it. */
	value: string;
	label: string;
}

/** The buttons of the question; free text has none. */
export function buttonsOf(values: IDataObject): Button[] {
	const { responseType, approval_type, approve_label, decline_label, choices } = values;
	if (responseType === 'choice')
		return (choices as string[]).map((label, index) => ({ value: `${index}`, label }));
	if (responseType !== 'approval') return [];
	const approve = { value: 'approve', label: String(approve_label ?? 'Approve') };
	const decline = { value: 'decline', label: String(decline_label ?? 'Decline') };
	return approval_type === 'approve' ? [approve] : [approve, decline];
}

/** Text as Markdown shows it, but without links and mentions: part of it may be a customer's. */
export const withoutLinks = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

/** The mentions of agents and a team, which notify them. @throws BadInput if one is not in the account */
async function mentionsIn({ values, request, getOnce }: Call): Promise<string> {
	const root = request.path.replace(/\/conversations\/.*$/, '');
	const mention = async (kind: 'user' | 'team', list: string, ids: unknown[], field: string) => {
		if (!ids.length) return [];
		const rows = (await getOnce(`${root}/${list}`)) as IDataObject[];
		return ids.map((id) => {
			const name = at(
				rows.find((row) => Number(row.id) === Number(id)),
				'name',
			);
			if (name === undefined)
				throw new BadInput(
					`No ${kind === 'user' ? 'agent' : 'team'} of the account has the ID ${String(id)}`,
					[field],
				);
			return `[@${withoutLinks(String(name))}](mention://${kind}/${String(id)}/${encodeURIComponent(String(name))})`;
		});
	};
	const users = [values.mention_user_ids ?? []].flat();
	const teams = [values.mention_team_id ?? []].flat();
	return [
		...(await mention('user', 'agents', users, 'mention_user_ids')),
		...(await mention('team', 'teams', teams, 'mention_team_id')),
	].join(' ');
}

/**
 * The text of the message: the question, and a link for each button. A note shows Markdown. Messages to
 * customers have bare URLs, as most channels only send plain text.
 * @param urlOf the URL of a button
 */
export async function messageOf(call: Call, urlOf: (value?: string) => string): Promise<string> {
	const { values } = call;
	const question = String(values.message);
	const buttons = buttonsOf(values);
	const links = (
		buttons.length
			? buttons
			: [{ value: undefined, label: String(values.respond_label ?? 'Respond') }]
	).map(({ value, label }) => ({ label, url: urlOf(value) }));
	if (values.recipient === 'customer')
		return [question, links.map(({ label, url }) => `${label}: ${url}`).join('\n')].join('\n\n');
	return [
		await mentionsIn(call),
		withoutLinks(question),
		links.map(({ label, url }) => `- [${withoutLinks(label)}](${url})`).join('\n'),
	]
		.filter(Boolean)
		.join('\n\n');
}
