import type { Package } from '../source';
import { devlikeapro } from './devlikeapro';
import { fazerAi } from './fazerAi';
import { pixelinfinito } from './pixelinfinito';
import { renatoAscencio } from './renatoAscencio';
import { sufficit } from './sufficit';

/** Those whose workflows are converted: another one is a file and a line here. */
export const packages: Package[] = [devlikeapro, fazerAi, pixelinfinito, sufficit, renatoAscencio];
