import { channels } from '../../../nodes/shared/channels/channels';
import { erasedOf, forChannel } from '../../../nodes/shared/channels/markdown';
import { cpuSeconds } from '../../support/clock';

const LINE = 'line';
const DROPS = ['whatsapp_cloud', 'whatsapp_360dialog', 'twilio_whatsapp', 'facebook', 'instagram'];

const CASES: Array<[channel: string, text: string, expected: string]> = [
	...DROPS.flatMap((channel): Array<[string, string, string]> => [
		[channel, '[Terms](https://a.io/t)', 'Terms: https://a.io/t'],
		[channel, '[**Terms**](https://a.io/t "Title")', '**Terms**: https://a.io/t'],
		[channel, '[https://a.io](https://a.io)', 'https://a.io'],
		[channel, '![Plan](https://a.io/p.png)', 'Plan: https://a.io/p.png'],
		[channel, 'See <https://a.io>, a < b & c', 'See <https://a.io>, a < b & c'],
		[channel, 'Mail <a@b.io>', 'Mail a@b.io'],
		[channel, 'Dear <name>, hi', 'Dear \\<name>, hi'],
		[channel, '<div>Hi</div>', '\\<div>Hi\\</div>'],
		[channel, '<div\nclass="a">Hi', '\\<div\nclass="a">Hi'],
		[channel, '`[a](b) <b>`', '`[a](b) <b>`'],
		[channel, '```\n<b> [a](b)\n```', '```\n<b> [a](b)\n```'],
	]),
	['twilio_sms', '[Terms](https://a.io)', '[Terms](https://a.io)'],
	['twilio_sms', '<https://a.io> [https://a.io](https://a.io)', 'https://a.io https://a.io'],
	['telegram', '[Terms](https://a.io?a=1&b=2)', '[Terms](https://a.io?a=1&b=2)'],
	['telegram', 'a < b, I <3 AT&T', 'a &amp;lt; b, I &amp;lt;3 AT&T'],
	['telegram', 'a &lt; b', 'a &amp;lt; b'],
	['telegram', '`a<b &lt;`', '`a&lt;b &amp;lt;`'],
	['telegram', '<div>x</div>', '&amp;lt;div>x&amp;lt;/div>'],
	['telegram', '<https://a.io> ![Plan](https://a.io/p)', '<https://a.io> Plan: https://a.io/p'],
	[LINE, 'one\ntwo\n\nthree', 'one  \ntwo\n\nthree'],
	[LINE, '1. one\n2. two', '1\\. one  \n2\\. two'],
	[LINE, '2024. was good', '2024\\. was good'],
	[LINE, '- a\n- b', '• a  \n• b'],
	[LINE, '[Terms](https://a.io)', 'Terms: https://a.io'],
	['tiktok', '[Terms](https://a.io) <b>', 'Terms: https://a.io <b>'],
	[
		'email',
		'[Terms](https://a.io) ![p](https://a.io/p)',
		'[Terms](https://a.io) ![p](https://a.io/p)',
	],
	['email', 'Dear <name>', 'Dear \\<name>'],
	['api', '[Terms](https://a.io) <b>', '[Terms](https://a.io) <b>'],
	['website', '[Terms](https://a.io) <b>', '[Terms](https://a.io) <b>'],
];

test.each(CASES)('writes for %s: %j', (channel, text, expected) => {
	expect(forChannel(text, channels[channel])).toBe(expected);
});

test.each<[text: string, first: string | undefined, isAll: boolean]>([
	['<div>Hi</div>', '<div>', true],
	['<p>Hi\nyou', '<p>', true],
	['<p>Hi</p>\n\nYou', '<p>', false],
	['<div class="a"\n', '<div', true],
	['Dear <name>, hi', '<name>', false],
	['<br/>', '<br/>', true],
	['<!-- a -->', '<!-- a -->', true],
	['---', '---', true],
	['* * *', '* * *', true],
	['Title\n---', undefined, false],
	['a < b, I <3 you', undefined, false],
	['<https://a.io> <a@b.io>', undefined, false],
	['`<b>`', undefined, false],
	['\\<b>x', undefined, false],
	['', undefined, false],
])('sees what is erased of %j', (text, first, isAll) => {
	const expected = first === undefined ? undefined : { first, isAll };
	expect(erasedOf(text, channels.whatsapp_cloud)).toEqual(expected);
	for (const channel of ['api', 'tiktok', 'website'])
		expect(erasedOf(text, channels[channel])).toBeUndefined();
});

test('erases nothing of what it wrote', () => {
	for (const channel of Object.values(channels))
		for (const text of ['<div>a</div>', 'Dear <name>', '<!-- x -->', '<ul>\n<li>a'])
			expect(erasedOf(forChannel(text, channel), channel)).toBeUndefined();
});

test('reads the longest text in little time', () => {
	const pieces = ['<!--', '<p>', '<a ', '[a](', '\n', ' ', '1. ', '`', '{%', '<a@', '&lt;', '{{'];
	for (const piece of pieces) {
		const text = piece.repeat(150_000 / piece.length);
		const seconds = cpuSeconds();
		for (const channel of [channels.line, channels.telegram]) {
			forChannel(text, channel);
			erasedOf(text, channel);
		}
		expect([piece, seconds() < 2]).toEqual([piece, true]);
	}
});
