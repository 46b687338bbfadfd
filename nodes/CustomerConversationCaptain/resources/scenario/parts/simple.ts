import { own, type Shape } from '../../../../shared/vocabulary';

export const SCENARIO: Shape = {
	...own('id', 'title', 'description', 'instruction', 'tools', 'enabled', 'assistant_id'),
	assistant_name: 'assistant.name',
	...own('created_at', 'updated_at'),
};
