import { picks } from '../../../../shared/vocabulary';

export const permissions = () =>
	picks(
		'permissions',
		{
			conversation_manage: 'Manage All Conversations',
			conversation_unassigned_manage: 'Manage Unassigned and Own Conversations',
			conversation_participating_manage: 'Manage Own Conversations and Those Taken Part In',
			contact_manage: 'Manage Contacts',
			report_manage: 'Manage Reports',
			knowledge_base_manage: 'Manage Knowledge Base',
		},
		{
			hint: 'Without one for conversations its agents see none. Manage Contacts opens and closes nothing in the API.',
			clear: [],
		},
	);
