import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { badInput } from '../../nodes/shared/faults';
import { channelNames } from '../../test/fake/providers';
import { OPERATIONS, type Seen } from '../../test/support/messageMatrix';
import { channelProof, channelsFile, type ChannelProof } from '../../truth/channelProofs';

/** What two runs may word differently. */
const neutral = (words: string) =>
	words.replace(/https?:\/\/\S+/g, '…').replace(/\b(conversation|message|contact) \d+/gi, '$1 …');

/** Lists in one line. */
const printed = (proof: ChannelProof) =>
	JSON.stringify(proof, null, '\t').replace(/\[\n([^\]]*?)\n\t*\]/g, (_, inner: string) => {
		const entries = inner.split('\n').map((line) => line.trim());
		return `[${entries.join(' ')}]`;
	});

const isOf =
	(name: string) =>
	({ channel }: Seen) =>
		channel === name;

/** Writes what was seen, next to what an earlier run saw of other channels; it is the same after each run that saw the same. @returns a line to print */
export function keepChannels(folder: string, release: string, seen: Seen[]): string {
	if (!release) throw badInput('--keep needs a server that tells its release');
	const file = channelsFile(folder, release);
	const before = existsSync(file) ? channelProof(release, folder).channels : {};
	const names = channelNames.filter((name) => name in before || seen.some(isOf(name)));
	const proof: ChannelProof = { release, channels: {} };
	for (const name of names) proof.channels[name] = seen.some(isOf(name)) ? {} : before[name];
	const places = Object.keys(OPERATIONS);
	const placeOf = ({ operation }: Seen) => places.indexOf(operation);
	const sorted = seen.toSorted((one, other) => placeOf(one) - placeOf(other));
	for (const { channel, operation, kind, outcome, why } of sorted) {
		const operations = proof.channels[channel];
		const found = (operations[operation] ??= {});
		(found[why ? `${outcome}: ${neutral(why)}` : outcome] ??= []).push(kind);
	}
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${printed(proof)}\n`);
	return `Kept as ${file}`;
}
