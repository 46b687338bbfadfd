import { own, type Shape } from '../../../../shared/vocabulary';

/** Only imports from another provider have numbers of contacts, conversations and messages. */
export const DATA_IMPORT: Shape = {
	...own('id', 'name', 'data_type', 'source_provider', 'import_types', 'status', 'stalled'),
	...own('total_records', 'processed_records'),
	contacts_imported: 'stats.contacts.imported',
	conversations_imported: 'stats.conversations.imported',
	messages_imported: 'stats.messages.imported',
	...own('import_errors_count', 'skip_logs_count'),
	initiated_by_name: 'initiated_by.name',
	...own('created_at', 'completed_at'),
};

const LOG = own('id', 'error_code', 'message', 'source_object_type', 'source_object_id', 'details');

/** The newest five of each. */
export const WITH_LOGS: Shape = {
	...DATA_IMPORT,
	import_errors: ['import_errors', { ...LOG, ...own('created_at') }],
	skip_logs: ['skip_logs', { ...own('kind'), ...LOG, ...own('created_at') }],
};
