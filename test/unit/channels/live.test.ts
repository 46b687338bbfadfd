import { SWAPPED, UNTRIED } from '../../../live/channels/untried';
import { channelProof } from '../../../truth/channelProofs';
import { channelNames } from '../../fake/providers';
import { KINDS } from '../../support/messageKinds';
import { isBad, OPERATIONS, type Outcome, type Target } from '../../support/messageMatrix';

/** The kinds that an operation sends through a channel. */
const kindsOf = (channel: (typeof channelNames)[number], operation: string) =>
	Object.entries(KINDS)
		.filter(([, { only = channelNames }]) => only.includes(channel))
		.filter(([, { wanted, at }]) =>
			wanted.every((one) => OPERATIONS[operation].parameters(one, { at } as Target)),
		)
		.map(([kind]) => kind)
		.filter((kind) => !UNTRIED.some((one) => one.channel === channel && one.kind === kind));

describe.each(['4.10', '4.16'])('real channels of Chatwoot %s', (release) => {
	const { channels } = channelProof(release);

	test.each(channelNames)('%s loses nothing in silence, and keeps the order', (channel) => {
		const found = Object.entries(channels[channel]).flatMap(([operation, outcomes]) =>
			Object.entries(outcomes).flatMap(([words, kinds]) =>
				kinds.map((kind) => ({ operation, kind, outcome: words.split(': ')[0] as Outcome })),
			),
		);
		const isKnown = ({ kind, outcome }: (typeof found)[number]) =>
			outcome === 'out of order' &&
			SWAPPED.some((one) => one.channel === channel && one.kind === kind);
		expect(found.filter((one) => isBad(one) && !isKnown(one))).toEqual([]);
		const sent = found.filter(({ operation }) => operation === 'Send').map(({ kind }) => kind);
		expect(sent.sort()).toEqual(kindsOf(channel, 'Send').sort());
		const operations = new Set(found.map(({ operation }) => operation));
		expect(operations).toEqual(new Set(Object.keys(OPERATIONS)));
		const arriving = found.filter((one) => KINDS[one.kind].arrives && !isKnown(one));
		expect(arriving.filter(({ outcome }) => !outcome.startsWith('whole'))).toEqual([]);
	});
});
