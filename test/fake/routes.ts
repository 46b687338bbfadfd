import type { IDataObject } from 'n8n-workflow';

/** A request to the fake. */
export interface FakeRequest {
	method: string;
	/** Below `/api/v1/accounts/1/`; whole for other paths. */
	path: string;
	/** The numbers in the path. */
	ids: number[];
	query: Record<string, string>;
	body: IDataObject;
}

/**
 * What answers requests of this method and path, `#` for a number: with the body of the reply, which may
 * be an array; with undefined for 404; or with `json(body, status)`.
 */
export type Route = [pattern: string, answer: (request: FakeRequest) => unknown];
