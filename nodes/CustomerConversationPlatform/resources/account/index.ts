import { resource } from '../../../shared/operation';
import { get } from './get';
import { getUsers } from './getUsers';

export const account = resource('Account', { get, getUsers });
