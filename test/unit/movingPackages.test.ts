import { convertNodes, nodeOf, remarksOf } from '../support/moving';

const F = '@fazer-ai/n8n-nodes-chatwoot';
const P = '@pixelinfinito/n8n-nodes-chatwoot';

/** One node of another package, converted. */
function one(type: string, parameters: object) {
	const made = convertNodes({ name: 'One', type, parameters });
	const { resource, operation, ...fields } = nodeOf(made, 'One')!.parameters;
	return { id: `${String(resource)}.${String(operation)}`, fields, remarks: remarksOf(made) };
}
const located = (value: unknown) => ({ __rl: true, mode: 'id', value });

describe('the package n8n-nodes-chatwoot', () => {
	const TYPE = 'n8n-nodes-chatwoot.chatwoot';

	it('is told from another one with the same type by its operations', () => {
		const found = one(TYPE, {
			authentication: 'parametersCredentialType',
			baseUrl: 'https://desk.example',
			accessToken: 'typed',
			resource: 'contact',
			operation: 'contactCreate',
			accountId: '7',
			name: '={{ $json.name }}',
			phoneNumber: '+4912345',
			contactIdentifier: 'c-1',
			customAttributes: { attribute: [{ key: 'plan', value: 'gold' }] },
		});
		expect(found).toMatchObject({
			id: 'contact.create',
			fields: {
				account_id: located('7'),
				name: '={{ $json.name }}',
				phone_number: '+4912345',
				additional_fields: { identifier: 'c-1', custom_attributes: '{ "plan": "gold" }' },
			},
		});
		expect(found.fields).not.toHaveProperty('accessToken');
		expect(found.remarks).toContain('The node had its own URL and token');
		const other = { resource: 'contact', operation: 'get', contactId: 4 };
		expect(one(TYPE, other)).toMatchObject({
			id: 'contact.get',
			fields: { contact_id: located(4) },
		});
	});

	it.each([
		[{ resource: 'contact', operation: 'contactSearch', contactSearchQuery: 'ada' }, { q: 'ada' }],
		[
			{
				operation: 'messageCreate',
				inboxIdentifier: 'i1',
				sourceId: 's1',
				conversationId: '5',
				content: 'Hi',
			},
			{ inbox_identifier: 'i1', contact_identifier: 's1', conversation_id: 5, content: 'Hi' },
		],
		[
			{ inboxIdentifier: 'i1', sourceId: 's1', conversationId: '5' },
			{ inbox_identifier: 'i1', contact_identifier: 's1', conversation_id: 5 },
		],
	])('has the fields of %j', (parameters, fields) => {
		expect(one(TYPE, parameters).fields).toMatchObject(fields);
	});
});

describe('the package of fazer.ai', () => {
	const TYPE = `${F}.chatwoot`;
	const message = { operation: 'sendMessage', conversationId: 5, content: 'Hi' };
	const file = { operation: 'sendFile', conversationId: 5 };

	it.each([
		[{ resource: 'account' }, 'account.get', {}],
		[
			{ resource: 'customAttribute', attributeDisplayName: 'Plan' },
			'customAttribute.create',
			{ attribute_display_name: 'Plan' },
		],
		[
			{ resource: 'customAttribute', operation: 'list' },
			'customAttribute.getAll',
			{ options: { attribute_model: 'contact_attribute' } },
		],
		[
			{
				operation: 'downloadAttachment',
				downloadMode: 'byUrl',
				attachmentUrl: '={{ $json.u }}',
				allowExternalUrls: true,
			},
			'message.downloadAttachments',
			{ download: 'url', data_url: '={{ $json.u }}', options: { any_server: true } },
		],
		[
			{ ...file, isRecordedAudio: true, binaryPropertyName: 'voice' },
			'message.send',
			{
				content_kind: 'none',
				additional_fields: { attachments: 'voice', is_voice_message: true },
			},
		],
		[
			{ ...message, additionalFields: { split_message: true } },
			'message.reply',
			{ content: 'Hi', options: { split_at: 'paragraphs' } },
		],
	])('has an equivalent of %j', (parameters, id, fields) => {
		expect(one(TYPE, parameters)).toMatchObject({ id, fields });
	});

	it('sends a message that was not split as one message, without a remark', () => {
		expect(one(TYPE, message)).toMatchObject({ id: 'message.send', fields: { content: 'Hi' } });
		expect(one(TYPE, message).remarks).not.toContain('split');
	});

	it('has an event for incoming messages', () => {
		const { fields } = one(`${F}.chatwootTrigger`, {
			events: ['message_incoming'],
			verifySignature: true,
		});
		expect(fields.events).toEqual(['customer_wrote']);
	});

	it.each([
		[
			{ ...message, additionalFields: { is_reaction: true } },
			'One → additionalFields.is_reaction: Stays as it is: reactions only exist in the Chatwoot of fazer.ai.',
		],
		[
			{ resource: 'kanbanTask', operation: 'create' },
			'kanbanTask → create has no equivalent here: it only exists in the Chatwoot of fazer.ai.',
		],
		[
			{ ...message, additionalFields: { private: '={{ $json.p }}' } },
			'One → additionalFields.private: Stays as it is: which of our operations it is depends on a value that is not fixed.',
		],
		[
			{ ...file, sendFileOptions: { private: true } },
			'One → sendFileOptions.private: Stays as it is: this value has no equivalent.',
		],
	])('says why %j stays', (parameters, words) => {
		expect(one(TYPE, parameters).remarks).toContain(words);
	});

	it('says which events only its service has', () => {
		const { remarks } = one(`${F}.chatwootTrigger`, { events: ['kanban_task_created'] });
		expect(remarks).toContain(
			'there is no event kanban_task_created: it only exists in the Chatwoot of fazer.ai',
		);
	});
});

describe('the package of Pixel Infinito', () => {
	const TYPE = `${P}.chatwoot`;

	it.each([
		[{ contactId: 4 }, 'contact.get', { contact_id: located(4) }],
		[
			{
				resource: 'message',
				operation: 'create',
				conversationId: '={{ $json.c }}',
				content: 'Hi',
				additionalOptions: { private: true },
			},
			'message.createPrivateNote',
			{ conversation_id: located('={{ $json.c }}'), content: 'Hi' },
		],
		[
			{
				operation: 'create',
				sendMode: 'fields',
				additionalOptions: { name: 'Ada', phoneNumber: '+49', customAttributes: '{"a":1}' },
			},
			'contact.create',
			{ name: 'Ada', phone_number: '+49', additional_fields: { custom_attributes: '{"a":1}' } },
		],
		[
			{
				resource: 'conversation',
				operation: 'create',
				sourceId: 's',
				inboxId: 3,
				initialMessage: 'Hi',
				additionalOptions: { contactId: 4 },
			},
			'conversation.create',
			{
				create_for: 'contact_source',
				source_id: 's',
				inbox_id: located(3),
				contact_id: located(4),
				additional_fields: { message: 'Hi' },
			},
		],
	])('has the operation of %j', (parameters, id, fields) => {
		expect(one(TYPE, parameters)).toMatchObject({ id, fields });
	});

	it('keeps a node with a body of its own', () => {
		expect(
			one(TYPE, { operation: 'create', sendMode: 'json', customJson: '{}' }).remarks,
		).toContain('One → sendMode: Stays as it is: this value has no equivalent.');
	});
});

describe('the package n8n-nodes-chatwoot-complete', () => {
	it.each([
		[{ operation: 'get', contactId: 4 }, 'contact.get', { contact_id: located(4) }],
		[
			{
				resource: 'message',
				conversationId: 5,
				content: 'Hi',
				additionalFields: { private: true },
			},
			'message.createPrivateNote',
			{ conversation_id: located(5), content: 'Hi' },
		],
		[
			{
				resource: 'contact',
				operation: 'create',
				inboxId: 3,
				additionalFields: { name: 'Ada', identifier: 'a' },
			},
			'contact.create',
			{ name: 'Ada', additional_fields: { inbox_id: located(3), identifier: 'a' } },
		],
	])('has the operation of %j', (parameters, id, fields) => {
		const found = one('n8n-nodes-chatwoot-complete.chatwoot', parameters);
		expect(found).toMatchObject({ id, fields });
	});

	it('keeps the operations of the other APIs', () => {
		const parameters = { apiType: 'platform', resource: 'message', conversationId: 5 };
		expect(one('n8n-nodes-chatwoot-complete.chatwoot', parameters).remarks).toContain(
			'One → apiType: Stays as it is: this value has no equivalent.',
		);
	});
});

it.each(['resource', 'constructor', '__proto__'])(
	'a node without parameters, or with %s as its resource, stays and says why',
	(resource) => {
		const type = '@devlikeapro/n8n-nodes-chatwoot.chatWoot';
		const parameters = resource === 'resource' ? {} : { resource, operation: 'toString' };
		const { remarks } = one(type, parameters);
		expect(remarks).toContain(
			resource === 'resource'
				? 'it has no parameters, because it was saved in an n8n without its package'
				: `${resource} → toString has no equivalent here.`,
		);
	},
);
