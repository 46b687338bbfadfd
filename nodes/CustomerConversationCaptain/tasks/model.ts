/** The hint of errors that a missing AI model may explain. */
export const NO_MODEL =
	'The server may have no AI model, or cannot reach it. A super admin enters the API key in the super admin console: Settings → Captain.';
