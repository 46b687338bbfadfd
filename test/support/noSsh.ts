/** Replaces n8n's helper, which starts a timer to check its SSH connections every minute. */
export const getSSHTunnelFunctions = () => ({});
