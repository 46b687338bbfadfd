import { asIs, type Shape } from '../../../../shared/vocabulary';

export const DOCUMENT: Shape = {
	...asIs('id', 'name', 'status', 'external_link', 'display_url', 'content_type', 'file_size'),
	pdf_document: 'pdf_document?',
	responses_count: 'responses_count?',
	sync_status: 'sync_status?',
	last_synced_at: 'last_synced_at?',
	last_sync_error_code: 'last_sync_error_code?',
	assistant_id: 'assistant.id',
	assistant_name: 'assistant.name',
	...asIs('created_at', 'updated_at'),
};

/** Only for single documents: the texts are long. */
export const READ: Shape = { ...DOCUMENT, content: 'content' };
