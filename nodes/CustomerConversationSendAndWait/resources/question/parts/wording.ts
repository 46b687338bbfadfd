import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
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

/** A name as part of a URL in Markdown, which a parenthesis would end. */
const inUrl = (name: string): string =>
	encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));

/** The mentions of agents and a team, which notify them. @throws BadInput if one is not in the account */
async function mentionsIn({ values, request, getOnce }: Call): Promise<string> {
	const root = request.path.replace(/\/conversations\/.*$/, '');
	const mentions = async (field: string, kind: 'user' | 'team', list: 'agents' | 'teams') => {
		const ids = [values[field] ?? []].flat().map(Number);
		const rows = ids.length ? ((await getOnce(`${root}/${list}`)) as IDataObject[]) : [];
		return ids.map((id) => {
			const found = rows.find((row) => row.id === id);
			if (!found) throw new BadInput(`None of the account's ${list} has the ID ${id}`, [field]);
			const name = String(found.name);
			return `[@${withoutLinks(name)}](mention://${kind}/${id}/${inUrl(name)})`;
		});
	};
	return [
		...(await mentions('mention_user_ids', 'user', 'agents')),
		...(await mentions('mention_team_id', 'team', 'teams')),
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
