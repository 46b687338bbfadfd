import { asIs, type Shape } from '../../../../shared/vocabulary';

/** Only imports from another provider have numbers of contacts, conversations and messages. */
export const DATA_IMPORT: Shape = {
	...asIs('id', 'name', 'data_type', 'source_provider', 'import_types', 'status', 'stalled'),
	...asIs('total_records', 'processed_records'),
	contacts_imported: 'stats.contacts.imported',
	conversations_imported: 'stats.conversations.imported',
	messages_imported: 'stats.messages.imported',
	...asIs('import_errors_count', 'skip_logs_count'),
	initiated_by_name: 'initiated_by.name',
	...asIs('created_at', 'completed_at'),
};

const LOG = asIs(
	'id',
	'error_code',
	'message',
	'source_object_type',
	'source_object_id',
	'details',
);

/** The newest five of each. */
export const WITH_LOGS: Shape = {
	...DATA_IMPORT,
	import_errors: ['import_errors', { ...LOG, ...asIs('created_at') }],
	skip_logs: ['skip_logs', { ...asIs('kind'), ...LOG, ...asIs('created_at') }],
};
