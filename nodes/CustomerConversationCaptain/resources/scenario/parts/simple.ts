import { asIs, type Shape } from '../../../../shared/vocabulary';

export const SCENARIO: Shape = {
	...asIs('id', 'title', 'description', 'instruction', 'tools', 'enabled', 'assistant_id'),
	assistant_name: 'assistant.name',
	...asIs('created_at', 'updated_at'),
};
