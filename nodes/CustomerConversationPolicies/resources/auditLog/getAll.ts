import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { isOff } from '../../../shared/tasks/features';
import {
	account,
	anyTimeOrPeriod,
	byPage,
	isKnownSince,
	NEWEST_FIRST,
	OLDEST_FIRST,
	operation,
	optional,
	pick,
	picks,
	records,
	simplified,
	text,
	versionOf,
	zone,
	type Call,
} from '../../../shared/vocabulary';
import { ENTRY, inWords, spaced } from './parts/words';
import { without } from '../../../shared/values';

/** Pages have 15 entries on older releases. */
const ENTRIES = records(
	'audit_logs',
	byPage(25, ({ sort }) => (sort === 'asc' ? OLDEST_FIRST : NEWEST_FIRST), {
		total: 'total_entries',
	}),
);

/** What Chatwoot records, as of 4.16; deleted messages since 4.18. */
const TYPES = [
	'Account',
	'AccountUser',
	'AgentBot',
	'AutomationRule',
	'Conversation',
	'Inbox',
	'InboxMember',
	'Macro',
	'Message',
	'Team',
	'TeamMember',
	'User',
	'Webhook',
];

/** Which entries were chosen by type and period. */
function chosen({ types, since, until }: IDataObject) {
	const time = (row: IDataObject) => Number(row.created_at);
	const wanted = types as string[] | undefined;
	return {
		isBefore: (row: IDataObject) => time(row) < Number(since),
		isOther: (row: IDataObject) =>
			wanted !== undefined && !wanted.includes(String(row.auditable_type)),
		isAfter: (row: IDataObject) => time(row) > Number(until),
		isAtEnd: (row: IDataObject) => time(row) === Number(until),
	};
}

/**
 * The entries of a type or period on servers that have no filter: the list is read back to the start of
 * the period.
 */
async function readBack({ request, list, values, host }: Call): Promise<IDataObject[]> {
	const query = without(request.query ?? {}, 'types');
	const { isBefore, isOther, isAfter, isAtEnd } = chosen(values);
	const rows = await list({ ...request, query }, ENTRIES, isBefore);
	const isOutside = [isBefore, isOther, isAfter, isAtEnd];
	const found = rows.filter((row) => !isOutside.some((is) => is(row)));
	const begin = Number(values.start_after ?? 0);
	return found.slice(begin, begin + host.limit());
}

/**
 * The entries of a type or period. From documents alone it is known how servers filter, so the reply is
 * compared with the filter.
 */
async function filtered(call: Call): Promise<IDataObject[]> {
	const { request, values } = call;
	const version = await versionOf(call);
	if (!isKnownSince(version, '4.17')) return await readBack(call);
	const { since, until } = values;
	request.query = { ...request.query, ...(since === undefined ? {} : { since, until }) };
	const { isBefore, isOther, isAfter, isAtEnd } = chosen(values);
	const rows = await call.records();
	if (rows.some((row) => isBefore(row) || isOther(row) || isAfter(row)))
		throw new ServiceError('Chatwoot did not filter the audit log as requested', {
			status: 200,
			fields: values.types ? ['types'] : ['period'],
			hint: 'Read it without Types and Period, and filter the items with a Filter node.',
		});
	return rows.filter((row) => !isAtEnd(row));
}

/** Every account has entries, but without the feature the service answers 200 with an empty list. */
async function checkFeature(call: Call): Promise<void> {
	if (!(await isOff(call, 'audit_logs'))) return;
	throw new ServiceError('The account does not have the feature Audit Logs', {
		status: 200,
		hint: 'Chatwoot keeps recording changes, and shows them once the feature is enabled.',
	});
}

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many audit log entries',
	gives: 'Returns one item per change: who did what to which record',
	needs: { role: 'administrator', edition: 'enterprise', feature: 'Audit Logs' },
	request: 'GET /api/v1/accounts/{account_id}/audit_logs',
	path: [account()],
	query: [
		optional(
			picks('types', Object.fromEntries(TYPES.map((type) => [type, spaced(type)])), {
				label: 'Record Types',
				hint: 'Only changes of these records. Account User: the agents of the account.',
			}),
			text('q', {
				label: 'Search Text',
				hint: 'Text to find in the user who made the change',
				since: '4.17',
			}),
			pick(
				'sort',
				{ desc: 'Newest First', asc: 'Oldest First' },
				{ hint: 'Default: newest first', since: '4.17' },
			),
		),
	],
	options: [...anyTimeOrPeriod(), optional(zone())],
	reply: simplified(ENTRIES, ENTRY),
	run: async (call) => {
		const { values } = call;
		const isFiltered = values.since !== undefined || values.types !== undefined;
		const rows = isFiltered ? await filtered(call) : await call.records();
		if (rows.length === 0) await checkFeature(call);
		return values.simplify === false ? rows : rows.map(inWords);
	},
});
