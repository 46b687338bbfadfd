import { json, message, type Field } from '../../../../shared/vocabulary';

/** Fields that go out together, the items of the message among them. */
const inAttributes = (field: Field, wrap = (value: unknown) => value): Field => ({
	...field,
	as: 'content_attributes',
	convert: (value, reading) => ({
		...(reading.values.items as object | undefined),
		...(reading.values.content_attributes as object | undefined),
		...(wrap(field.convert(value, reading)) as object),
	}),
});

export const freeAttributes = () =>
	inAttributes(
		json('content_attributes', { hint: 'Object with free keys, kept with the message' }),
	);

export const inReplyTo = () =>
	inAttributes(message('in_reply_to', { label: 'Reply To' }), (id) => ({ in_reply_to: id }));
