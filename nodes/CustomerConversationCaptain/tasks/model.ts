/** What is said where a model should have answered. */
export const NO_MODEL =
	'The server may have no AI model: its super admin sets the key (Settings → Captain). It may also be out of reach.';
