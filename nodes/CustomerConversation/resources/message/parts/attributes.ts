import { json, message, type Field } from '../../../../shared/vocabulary';

/** A field that is sent in the same object as others, such as the items of the message. */
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
		json('content_attributes', { hint: 'Object with any keys, stored with the message' }),
	);

export const inReplyTo = () =>
	inAttributes(message('in_reply_to', { label: 'Reply to Message' }), (id) => ({
		in_reply_to: id,
	}));
