import type { Package } from '../source';
import { complete } from './complete';
import { devlikeapro } from './devlikeapro';
import { fazerAi } from './fazerAi';
import { pixelinfinito } from './pixelinfinito';
import { renatoAscencio } from './renatoAscencio';
import { sufficit } from './sufficit';

/** Those whose workflows are converted: another one is a file and a line here. */
export const packages: Package[] = [
	devlikeapro,
	complete,
	fazerAi,
	pixelinfinito,
	sufficit,
	renatoAscencio,
];
