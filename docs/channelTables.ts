import { channels, type Channel, type FileKind } from '../nodes/shared/channels/channels';

/** The tables of channels.md. The first row is the head. */

const KINDS: Record<FileKind, string> = {
	image: 'pictures',
	video: 'videos',
	audio: 'audio',
	document: 'documents',
};

const yes = (value: unknown) => (value ? 'yes' : 'no');

const number = (value: number) => value.toLocaleString('en');

const unitOf = ({ text: { unit } }: Channel) => (unit === 'units' ? 'UTF-16 units' : unit);

const capitalized = (text: string) => text[0].toUpperCase() + text.slice(1);

/** A row for each channel. */
const rows = (head: string[], cells: (channel: Channel) => string[]): string[][] => [
	['Channel', ...head],
	...Object.values(channels).map((channel) => [capitalized(channel.name), ...cells(channel)]),
];

function textOf(channel: Channel): string {
	const { most } = channel.text;
	return most === undefined ? 'not split' : `${number(most)} ${unitOf(channel)}`;
}

const shortType = (type: string) => type.split('/')[1].toUpperCase();

function kindsOf({ files: { kinds } }: Channel): string {
	return Object.entries(kinds)
		.map(([kind, { types = [], megabytes }]) => {
			const limits = [
				...(types.length ? [types.map(shortType).join(' or ')] : []),
				...(megabytes === undefined ? [] : [`${megabytes} MB`]),
			];
			return KINDS[kind as FileKind] + (limits.length ? ` (${limits.join(', ')})` : '');
		})
		.join(', ');
}

function togetherOf({ files: { together, textCounts, groups } }: Channel): string {
	if (together === undefined) return 'all';
	if (together === 1) return 'one';
	const ones = groups
		?.map((kinds) => kinds.map((kind) => KINDS[kind]).join(' and '))
		.join(', or of ');
	return `${together}${textCounts ? ' with the text' : ''}${ones ? ` of ${ones}` : ''}`;
}

function withTextOf(channel: Channel): string {
	const { files, caption } = channel;
	if (files.withText.length === 0) return 'the text is a message before';
	const shown = files.withText.length === 4 ? 'any file' : '';
	const kinds = files.withText.map((kind) => KINDS[kind]).join(', ');
	const limit = caption === undefined ? '' : `, up to ${number(caption)} ${unitOf(channel)}`;
	return `${shown || kinds}${limit}`;
}

function optionsOf({ options }: Channel): string {
	if (!options) return 'refused';
	const most = options.most === undefined ? 'any number' : `up to ${options.most}`;
	const titles = (options.titles ?? []).map(
		(limit) => `${limit.most} characters${limit.upTo ? ` with up to ${limit.upTo} options` : ''}`,
	);
	return [most, ...(titles.length ? [`titles of ${titles.join(', otherwise ')}`] : [])].join('; ');
}

function surveyOf({ survey }: Channel): string {
	if (!survey) return 'refused';
	return survey === 'shown' ? 'your text with the survey' : "a link with Chatwoot's own words";
}

const LINKS: Record<NonNullable<Channel['markdown']>['links'], string> = {
	shown: 'a link',
	url: 'only the address',
	'words and url': 'the words and the address',
	'as written': 'as it is written',
};

const HANDED_OVER: Record<Channel['handedOver'], string> = {
	source_id: 'has a source ID',
	delivered: 'is delivered, which only means accepted',
	'at once': 'is stored',
};

export const channelTables = {
	'channel texts': () =>
		rows(
			['Longest text', 'Files it shows', 'Files in one message', 'Text with a file'],
			(channel) => [textOf(channel), kindsOf(channel), togetherOf(channel), withTextOf(channel)],
		),
	'channel choices': () =>
		rows(
			[
				...['Options', 'After a choice, you get', 'Cards, forms, articles'],
				...['Shows the answered message', 'Voice messages', 'Templates', 'CSAT survey'],
			],
			(channel) => [
				optionsOf(channel),
				channel.options ? `the ${channel.options.comesBack}` : '',
				channel.isInteractive ? 'shown' : 'refused',
				yes(channel.quotes),
				channel.voice ? (channel.voice.includes('audio') ? 'yes' : 'OGG with Opus') : 'no',
				channel.template ? 'yes' : 'refused',
				surveyOf(channel),
			],
		),
	'channel Markdown': () =>
		rows(['Link with words', 'HTML', 'Line breaks and lists'], ({ markdown }) =>
			markdown
				? [
						LINKS[markdown.links],
						markdown.html === 'erased' ? 'erased' : 'as it is written',
						markdown.joinsLines ? 'lines are joined, lists lose their marks' : 'kept',
					]
				: ['as it is written', 'as it is written', 'kept'],
		),
	'channel delivery': () =>
		rows(
			[
				...['Handed over once it', 'Chatwoot learns', 'Failures that come later'],
				...['Closes after the last message', 'The customer must begin'],
			],
			(channel) => [
				HANDED_OVER[channel.handedOver],
				channel.reports.join(', ') || 'nothing more',
				channel.failsLater ? 'reported' : 'not reported',
				yes(channel.window),
				yes(channel.customerFirst),
			],
		),
};
