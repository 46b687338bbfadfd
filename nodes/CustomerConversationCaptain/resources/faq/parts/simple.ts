import { asIs, type Shape } from '../../../../shared/vocabulary';

export const FAQ: Shape = {
	...asIs('id', 'question', 'answer', 'status'),
	edited: 'edited?',
	assistant_id: 'assistant.id',
	assistant_name: 'assistant.name',
	source_type: 'documentable.type',
	source_id: 'documentable.id',
	...asIs('created_at', 'updated_at'),
};
