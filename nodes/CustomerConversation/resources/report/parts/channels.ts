import type { IDataObject } from 'n8n-workflow';

/** One row per channel: the service sends an object with the channels as keys, `{}` for none. */
export const channelsOf = (body: unknown): IDataObject[] =>
	Object.entries(body as Record<string, IDataObject>).map(([channel, figures]) => ({
		channel,
		...figures,
	}));
