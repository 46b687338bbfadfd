import { BadInput } from '../../../../shared/faults';
import { text, type Field } from '../../../../shared/vocabulary';

const typed = text('conversation_uuid', {
	label: 'Conversation UUID',
	placeholder: 'e.g. 7f5ab5d4-a72e-4af7-a956-e89042947a00',
	hint: 'The uuid that Conversation → Create and Get return, not the conversation ID',
});

/** Surveys are only found by the UUID of their conversation. */
export const conversationUuid = (): Field => ({
	...typed,
	convert: (value, reading) => {
		const uuid = String(typed.convert(value, reading)).trim();
		if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
			throw new BadInput('must be a UUID such as 7f5ab5d4-a72e-4af7-a956-e89042947a00');
		return uuid;
	},
});
