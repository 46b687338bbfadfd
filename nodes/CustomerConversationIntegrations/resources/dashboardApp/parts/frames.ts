import { url, type Field } from '../../../../shared/vocabulary';

const address = url('url', {
	as: 'content',
	placeholder: 'e.g. https://crm.example.com/customer',
	hint: 'Page that the dashboard shows beside a conversation; several as a list by expression, one below the other',
});

/** What the service calls the content: a frame for each page. */
export const frames = (): Field => ({
	...address,
	convert: (value, reading) =>
		[value].flat().map((one: unknown) => ({ type: 'frame', url: address.convert(one, reading) })),
});
