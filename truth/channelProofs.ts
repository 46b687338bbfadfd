import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { proofFile } from './proofs';

/** What `test:live --channels --keep` writes as `<release>/channels.json`. */
export interface ChannelProof {
	/** The full number, such as `4.16.2`. */
	release: string;
	/** By channel and operation: an outcome with its reason, and the kinds of messages that had it. */
	channels: Record<string, Record<string, Record<string, string[]>>>;
}

export const channelsFile = (folder: string, release: string) =>
	join(dirname(proofFile(folder, release)), 'channels.json');

export const channelProof = (release: string, folder = __dirname) =>
	JSON.parse(readFileSync(channelsFile(folder, release), 'utf8')) as ChannelProof;
