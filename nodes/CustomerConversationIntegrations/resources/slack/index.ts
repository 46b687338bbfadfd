import { resource } from '../../../shared/vocabulary';
import { disconnect } from './disconnect';
import { getChannels } from './getChannels';
import { setChannel } from './setChannel';

export const slack = resource('Slack', { getChannels, setChannel, disconnect });
