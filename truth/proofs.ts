import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasesIn } from './recordings';

/**
 * The result for an operation. `impossible`: it cannot work on this server. `untried`: it was not
 * called, or its result says nothing.
 */
export type Verdict = 'right' | 'refused' | 'impossible' | 'untried' | 'wrong';

export type Verdicts = Record<string, Verdict>;

/** What `test:live --keep` writes as `<release>/live.json`: it has no address, no name and no requests. */
export interface Proof {
	/** The full number, such as `4.16.2`. */
	release: string;
	edition?: string;
	/** Day of the run. */
	date: string;
	/** Version of this package. */
	package: string;
	/** The kinds of tokens that were given. */
	tokens: string[];
	/** By operation, and by check of the triggers. */
	verdicts: Verdicts;
}

export const proofFile = (folder: string, release: string) =>
	join(folder, release.split('.').slice(0, 2).join('.'), 'live.json');

export const readProof = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Proof;

/** The proofs in this folder, the oldest release first. A release that was not recorded has no other file here. */
export const proofs = (folder = __dirname): Proof[] =>
	releasesIn(folder, 'live.json').map((release) => readProof(proofFile(folder, release)));
