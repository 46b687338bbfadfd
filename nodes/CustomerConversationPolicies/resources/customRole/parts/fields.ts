import { picks } from '../../../../shared/vocabulary';

export const permissions = () =>
	picks(
		'permissions',
		{
			conversation_manage: 'Manage All Conversations',
			conversation_unassigned_manage: 'Manage Unassigned Conversations and Those Assigned to Them',
			conversation_participating_manage:
				'Manage Participating Conversations and Those Assigned to Them',
			contact_manage: 'Manage Contacts',
			report_manage: 'Manage Reports',
			knowledge_base_manage: 'Manage Knowledge Base',
		},
		{
			hint: 'Agents without a permission for conversations see none. Manage Contacts has no effect in the API.',
			clear: [],
		},
	);
