import type { Package } from '../source';
import { devlikeapro } from './devlikeapro';
import { fazerAi } from './fazerAi';
import { renatoAscencio } from './renatoAscencio';

/** Those whose workflows are converted: another one is a file and a line here. */
export const packages: Package[] = [devlikeapro, fazerAi, renatoAscencio];
