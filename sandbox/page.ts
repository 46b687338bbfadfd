import { html } from '../nodes/shared/formats/html';
import { at } from '../nodes/shared/values';
import type { Row, Rows } from './rows';

/** How many conversations the page lists, and messages of each. */
const [CONVERSATIONS, MESSAGES] = [20, 3];

const activity = (row: Row) => Number(row.last_activity_at ?? row.created_at);

/** A web page with the newest conversations of the sandbox and their last messages. */
export function pageOf(rows: Rows): string {
	const conversations = [...rows['account.conversation']]
		.sort((one, other) => activity(other) - activity(one))
		.slice(0, CONVERSATIONS);
	const messagesOf = ({ id }: Row) =>
		rows['account.message'].filter((row) => row.conversation_id === id).slice(-MESSAGES);
	const rowsOf = conversations.map(
		(conversation) => html`<tr>
			<td>${String(conversation.id)}</td>
			<td>${String(at(conversation, 'meta.sender.name'))}</td>
			<td>${String(conversation.status)}</td>
			<td>
				${messagesOf(conversation).map(
					(message) =>
						html`<p><b>${String(at(message, 'sender.name') ?? '')}</b> ${String(message.content ?? '')}</p>`,
				)}
			</td>
		</tr>`,
	);
	return String(
		html`<!doctype html>
			<html lang="en">
				<meta charset="utf-8" />
				<meta http-equiv="refresh" content="5" />
				<title>Stand-in for Chatwoot</title>
				<style>
					body {
						font: 15px/1.4 system-ui;
						margin: 2rem;
					}
					td {
						padding: 0 1rem 0 0;
						vertical-align: top;
					}
					p {
						margin: 0 0 0.3rem;
					}
				</style>
				<h1>Stand-in for Chatwoot</h1>
				<p>
					The newest conversations. <code>npm run say -- "Hello"</code> lets a customer write.
				</p>
				<table>
					${rowsOf}
				</table>
			</html>`,
	);
}
