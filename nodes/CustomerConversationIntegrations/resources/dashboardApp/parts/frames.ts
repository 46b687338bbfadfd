import { BadInput } from '../../../../shared/faults';
import { url, type Field, type Reading } from '../../../../shared/vocabulary';

const address = url('url', {
	as: 'content',
	placeholder: 'e.g. https://crm.example.com/customer',
	hint: 'Page that the dashboard shows beside a conversation; several as a list by expression, one below the other',
});

/** The service takes addresses of ASCII characters alone, and names no field when it refuses others. */
function written(value: unknown, reading: Reading): string {
	const typed = String(address.convert(value, reading));
	if (!URL.canParse(typed)) throw new BadInput('is no address that a browser could open');
	if (/[^\x21-\x7e]/.test(typed))
		throw new BadInput(`may have ASCII characters only. Write it as ${new URL(typed).href}`);
	return typed;
}

/** What the service calls the content: a frame for each page. */
export const frames = (): Field => ({
	...address,
	convert: (value, reading) =>
		[value].flat().map((one: unknown) => ({ type: 'frame', url: written(one, reading) })),
});
