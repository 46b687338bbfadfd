import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../values';

/** The custom attributes of a record; empty if it was not read. */
export const customAttributesOf = (record: unknown): IDataObject => {
	const attributes = at(record, 'custom_attributes');
	return isObject(attributes) ? (attributes as IDataObject) : {};
};

/**
 * All custom attributes of a conversation, with these added: Chatwoot before 4.17 ignores `merge` and removes
 * attributes that are not sent.
 * @param conversation as it was read a moment ago
 */
export const withAttributes = (conversation: unknown, added: IDataObject): IDataObject => ({
	...customAttributesOf(conversation),
	...added,
});
