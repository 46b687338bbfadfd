import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { channelNames, type ChannelName, type Shown } from '../fake/providers';
import { differences, OUT_OF_ORDER, type Wanted } from './customerView';
import { KINDS, type Kind } from './messageKinds';

/** Where a message goes, for the fields of an operation. */
export interface Target {
	conversation: number;
	inbox: number;
	email: string;
	/** The contact's message. */
	message: number;
	at?: Kind['at'];
	/** The blob ID of an uploaded file; by default its name. */
	blobOf?: (name: string) => string;
}

type Parameters = (wanted: Wanted, target: Target) => IDataObject | undefined;

/** A value that differs between items. */
const inItem = (name: string) => `={{ $json.${name} }}`;

const filled = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const filesIn = ({ files }: Wanted) => files?.map((_, index) => `file${index}`).join();

const kindFields = ({ text, kind, template, templateJson, options, items }: Wanted): IDataObject =>
	filled({
		content_kind:
			kind ??
			(templateJson ? 'none' : template ? 'template' : text === undefined ? 'none' : 'text'),
		content: text,
		...((options ?? items) ? { specify_items: 'json', items: (options ?? items) as never } : {}),
		...(template && !templateJson
			? {
					template: 'order_update (en)',
					variables: {
						variables: [
							{ component: 'body', name: '1', value: template[0] },
							{ component: 'button', name: '2', value: template[1] ?? '' },
						],
					},
				}
			: {}),
	});

const details = (wanted: Wanted, { blobOf = (name) => name }: Target): IDataObject =>
	filled({
		attachments: filesIn(wanted),
		blob_ids: wanted.uploaded?.map(({ name }) => blobOf(name)).join(),
		template_params: wanted.templateJson,
		to_emails: wanted.to,
		cc_emails: wanted.cc,
		email_html_content: wanted.html,
	});

/** What an operation without a choice of kinds cannot send. */
const isPlain = (wanted: Wanted) =>
	Object.keys(wanted).every((key) => ['text', 'words', 'files', 'isVoice'].includes(key));

/** The operations that send; undefined if one cannot send a kind. */
export const OPERATIONS: Record<string, { id: string; parameters: Parameters }> = {
	Send: {
		id: 'message.send',
		parameters: (wanted, target) => {
			const { conversation, inbox, message, at } = target;
			return at === 'stranger' || at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						...kindFields(wanted),
						...(wanted.template && !wanted.templateJson ? { inbox_id: inbox } : {}),
						additional_fields: filled({
							...details(wanted, target),
							in_reply_to: wanted.quotes ? message : undefined,
							is_voice_message: wanted.isVoice,
							source_id: wanted.sourceId,
							message_type: wanted.messageType,
						}),
					};
		},
	},
	'Send Bot Reply': {
		id: 'message.reply',
		parameters: (wanted, { conversation, at }) =>
			!isPlain(wanted) || at === 'stranger' || at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						content: wanted.text ?? '',
						additional_fields: filled({
							attachments: filesIn(wanted),
							is_voice_message: wanted.isVoice,
						}),
					},
	},
	'Send to Contact': {
		id: 'message.sendToContact',
		parameters: (wanted, target) => {
			const { inbox, email, at } = target;
			return wanted.quotes || wanted.isVoice || wanted.sourceId || wanted.messageType
				? undefined
				: {
						...{ send_to: 'email', email, inbox_id: inbox },
						...kindFields(wanted),
						if_resolved: at === 'resolved conversation' ? 'create' : 'reopen',
						additional_fields: details(wanted, target),
					};
		},
	},
	'Resolve with Message': {
		id: 'conversation.resolveWithMessage',
		parameters: (wanted, { conversation, at }) =>
			!isPlain(wanted) ||
			wanted.isVoice ||
			// Its text is required.
			(wanted.files && !wanted.text) ||
			at === 'stranger' ||
			at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						content: wanted.text ?? '',
						additional_fields: filled({ attachments: filesIn(wanted) }),
					},
	},
};

/** One operation for several messages: what differs is in the items. */
export const overItems = (wanted: Wanted[], parameters: IDataObject): IDataObject => {
	const fields = parameters.additional_fields as IDataObject;
	const differing = {
		attachments: 'files',
		to_emails: 'to',
		cc_emails: 'cc',
	};
	const shared = Object.entries(differing).filter(([, key]) =>
		wanted.some((one) => one[key as keyof Wanted] !== undefined),
	);
	return {
		...parameters,
		content: inItem('text'),
		additional_fields: {
			...fields,
			...Object.fromEntries(shared.map(([name, key]) => [name, inItem(key)])),
		},
	};
};

/** Its name again and again: not every channel passes on the name itself. */
export const contentOf = (name: string, size: number) => Buffer.alloc(size, name);

export const itemOf = (wanted: Wanted): INodeExecutionData => ({
	json: {
		text: wanted.text ?? '',
		files: filesIn(wanted) ?? '',
		to: wanted.to ?? '',
		cc: wanted.cc ?? '',
	},
	binary: Object.fromEntries(
		(wanted.files ?? []).map(({ name, type, size }, index): [string, IBinaryData] => [
			`file${index}`,
			{ data: contentOf(name, size).toString('base64'), fileName: name, mimeType: type },
		]),
	),
});

/** What becomes of a message. */
export const OUTCOMES = {
	whole: 'W',
	'whole, with a hint': 'H',
	refused: 'R',
	failed: 'F',
	'not known, and said': 'U',
	lost: 'L',
	'out of order': 'O',
};
export type Outcome = keyof typeof OUTCOMES;

export interface Seen {
	release: string;
	channel: ChannelName;
	operation: string;
	kind: string;
	outcome: Outcome;
	/** What is lost, or the words of the refusal. */
	why: string;
}

/** What an operation made of a message. */
interface Made {
	items: IDataObject[];
	hints: string[];
	error?: { message: string };
	/** What the customer got, in order. */
	shown: Shown[];
	/** Whether a message was stored for the customer. */
	isPosted: boolean;
	/** Address of the contact, if these are emails. */
	mailbox?: string;
}

/** @returns the outcome, with what is lost or the words of the refusal */
export function judged(
	wanted: Wanted[],
	{ items, hints, error, shown, isPosted, mailbox }: Made,
): Pick<Seen, 'outcome' | 'why'> {
	const of = (outcome: Outcome, why = '') => ({ outcome, why });
	if (error) return of(isPosted ? 'failed' : 'refused', error.message);
	const isNotSent = items.some((item) => item.sent === false);
	if (isNotSent && !isPosted) return of('refused', String(items[0].reason));
	if (JSON.stringify(items).includes('"delivery":"unknown"') && hints.length)
		return of('not known, and said', hints.join(' '));
	const brought = wanted.filter((_, index) => items[index]?.sent !== false);
	const found = differences(brought, shown, mailbox);
	const silent = found.filter(({ hint }) => !hint || !hints.some((text) => hint.test(text)));
	if (silent.some(({ loss }) => loss === OUT_OF_ORDER)) return of('out of order');
	if (silent.length) return of('lost', silent.map(({ loss }) => loss).join(', '));
	return of(
		found.length ? 'whole, with a hint' : 'whole',
		found.map(({ loss }) => loss).join(', '),
	);
}

/** Whether every operation must send this kind. Of other kinds one is enough: the operations share their code. */
export const isForAll = ({ arrives, at, provider }: Kind) => Boolean(arrives ?? at ?? provider);

/** A provider that is there takes every message in time. */
export const isBad = ({ outcome, kind }: Pick<Seen, 'outcome' | 'kind'>) =>
	outcome === 'lost' ||
	outcome === 'out of order' ||
	(outcome === 'not known, and said' && KINDS[kind].provider !== 'down');

export const lineOf = ({ operation, kind, outcome, why }: Seen) =>
	`${operation}, ${kind}: ${outcome}${why ? ` (${why})` : ''}`;

/** One letter an operation, releases apart if they differ. */
function cellOf(seen: Seen[], releases: string[], kind: string, channel: ChannelName): string {
	const some = seen.filter((one) => one.kind === kind && one.channel === channel);
	const cells = releases.map((release) =>
		Object.keys(OPERATIONS)
			.map((operation) => {
				const one = some.find(
					(entry) => entry.release === release && entry.operation === operation,
				);
				return one ? OUTCOMES[one.outcome] : '·';
			})
			.join(''),
	);
	const full = cells.filter((cell) => /[A-Z]/.test(cell));
	return [...new Set(full.length ? full : cells.slice(-1))].join('/');
}

/** What was seen, as a table with what its letters mean, and how many of each outcome there are. */
export function tableOf(seen: Seen[], releases: string[]): string {
	const names = Object.keys(OPERATIONS);
	const rows = Object.keys(KINDS).map((kind) => [
		kind,
		...channelNames.map((name) => cellOf(seen, releases, kind, name)),
	]);
	const table = [['', ...channelNames], ...rows];
	const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
	const lines = table.map((row) => row.map((cell, index) => cell.padEnd(widths[index])).join('  '));
	const counts = [...names, ...channelNames].map((name) => {
		const some = seen.filter(({ operation, channel }) => [operation, channel].includes(name));
		const parts = Object.keys(OUTCOMES).map(
			(outcome) => `${some.filter((entry) => entry.outcome === outcome).length} ${outcome}`,
		);
		return `${name}: ${parts.join(', ')}`;
	});
	const legend = Object.entries(OUTCOMES).map(([outcome, mark]) => `${mark} ${outcome}`);
	const apart = releases.length > 1 ? `; ${releases.join('/')} if they differ` : '';
	return [`Each cell: ${names.join(', ')}${apart}. ${legend.join(', ')}`, ...lines, ...counts].join(
		'\n',
	);
}
