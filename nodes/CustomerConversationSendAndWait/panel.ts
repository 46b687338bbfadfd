import { panelOf } from '../shared/editor/panel';
import { notice } from '../shared/events/panel';
import { resources } from './resources';

const panel = panelOf(resources);

const needsTrigger = notice(
	'needs_trigger',
	'Only a trigger of this package notices the reply: activate a workflow with a Customer Conversation Trigger (event Customer Wrote) or a Polling Trigger that receives the messages of this inbox.',
);

export const ownPanel = {
	...panel,
	properties: panel.properties.flatMap((property) => {
		if (property.name !== 'responseType') return [property];
		const show = { ...property.displayOptions?.show, responseType: ['customer_reply'] };
		return [property, { ...needsTrigger, displayOptions: { show } }];
	}),
};
