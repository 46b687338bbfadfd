import { resource } from '../../../shared/vocabulary';
import { abandon } from './abandon';
import { get } from './get';
import { getAll } from './getAll';
import { getErrorLogs } from './getErrorLogs';
import { getSkipLogs } from './getSkipLogs';
import { retry } from './retry';
import { start } from './start';

export const dataImport = resource('Data Import', {
	get,
	getAll,
	getErrorLogs,
	getSkipLogs,
	start,
	retry,
	abandon,
});
