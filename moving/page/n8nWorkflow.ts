import { displayParameter } from 'n8n-workflow/dist/esm/node-helpers.js';

/**
 * What the nodes import from n8n-workflow. The whole package needs Node.js, and the page would be four times as large.
 */

export { WAIT_INDEFINITELY } from 'n8n-workflow/dist/esm/constants.js';
export { NodeConnectionTypes } from 'n8n-workflow/dist/esm/interfaces.js';

export const NodeHelpers = { displayParameter };

/** The page runs no node. */
export class NodeApiError extends Error {}
export class NodeOperationError extends Error {}

export function sleep(): never {
	throw new Error('The page sends no requests.');
}
