import { resource } from '../../../shared/vocabulary';
import { connect } from './connect';
import { disconnect } from './disconnect';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const integration = resource('Integration', { getAll, get, connect, update, disconnect });
