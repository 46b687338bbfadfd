/** In place of n8n's own, which begins to look after SSH connections every minute. */
export const getSSHTunnelFunctions = () => ({});
