import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';
import { choice, fixed, labels, type Call } from '../../shared/vocabulary';

/** What takes the place of all labels: none has to be said, an empty list may be a mistake. */
export const replacement = () =>
	choice('replace_with', {
		chosen: { name: 'Chosen Labels', parts: [labels()] },
		none: { name: 'No Labels (Remove All)', parts: [fixed({ labels: [] })] },
	});

/**
 * The service replaces labels only: to add or remove some, the present ones are read first.
 * @param change makes the new titles of the present and the chosen ones
 */
export const changeLabels =
	(change: (present: string[], chosen: string[]) => string[]) =>
	async ({ values, request, send }: Call): Promise<IDataObject[]> => {
		const read = await send({ method: 'GET', path: request.path });
		const present = isObject(read) && Array.isArray(read.payload) ? read.payload.map(String) : [];
		const wanted = [...new Set(change(present, values.labels as string[]))];
		if (wanted.length === present.length && wanted.every((title) => present.includes(title)))
			return [{ labels: present }];
		const written = await send({ ...request, body: { labels: wanted } });
		return [{ labels: (written as { payload: string[] }).payload }];
	};
