import { resource } from '../../../shared/vocabulary';
import { followUp } from './followUp';
import { rewrite } from './rewrite';
import { suggestLabels } from './suggestLabels';
import { suggestReply } from './suggestReply';
import { summarize } from './summarize';

export const task = resource('Task', {
	rewrite,
	summarize,
	suggestReply,
	suggestLabels,
	followUp,
});
