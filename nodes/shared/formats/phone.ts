import type { INodeProperties } from 'n8n-workflow';
import { BadInput } from '../faults';
import { isScalar } from '../values';
import { countryName, PLAN_OF, plansAt, type NumberPlan } from './callingCodes';

/** Phone numbers as people and programs write them, and as Chatwoot stores them: a plus sign and digits. */

/** The field of both credentials. */
export const defaultCountryProperty: INodeProperties = {
	displayName: 'Default Country',
	name: 'default_country',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...Object.keys(PLAN_OF)
			.map((country) => ({ name: countryName(country), value: country }))
			.sort((one, other) => one.name.localeCompare(other.name)),
	],
	default: '',
	description:
		'Country of phone numbers that are written without a country code. If none is set, they are refused.',
};

/** As Chatwoot stores a number. */
const STORED = /^\+[1-9]\d{1,14}$/;

/** What stands between digits: blanks, dashes, dots, brackets and slashes of all kinds. */
const SEPARATORS = /[\s\p{Z}\p{Pd}\u2212\u30fc.\u00b7\u2022\u2027()[\]/]+/u;

const ALL_SEPARATORS = new RegExp(SEPARATORS, 'gu');

const SCHEME = /^(?:(?:tel|callto|sms|smsto|whatsapp)\s*:(?:\/\/)?|tel\.)\s*/i;

/** `5511981230274:12@s.whatsapp.net`: the number, then the device. */
const JID = /^(\+?\d{5,15})(?:[._]\d+)?(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i;

const CHAT_LINK = /^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)(?:[/?].*)?$/i;

/** A number without the trunk prefix that people normally write is only understood with this many digits. */
const COMPLETE = { least: 9, most: 11 };

/** With fewer digits, a number without a plus sign is more likely one without its area code. */
const leastWithoutPlus = (code: string): number => (code.length > 2 ? 9 : 10);

/** A digit of any script as 0 to 9: each script has its ten digits in one row. */
function digitOf(character: string): string {
	const point = character.codePointAt(0)!;
	let zero = point;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((point - zero) % 10);
}

/** Without what nobody sees (marks of the direction, soft hyphens) and with plain characters. */
const plainly = (typed: string): string =>
	typed
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Nd}/gu, digitOf)
		.trim();

const EXAMPLE = 'such as +4915112345678';

const refusal = (typed: string, words: string) =>
	new BadInput(`"${typed.length > 60 ? `${typed.slice(0, 60)}…` : typed}" ${words}`);

/** What a text is if it is no single phone number. */
function whatElse(typed: string): string {
	if (/^\d([.,]\d+)?e\+?\d+$/i.test(typed))
		return `is a number in scientific notation, which has lost digits: format the column as text in the spreadsheet, and write the number with its country code, ${EXAMPLE}`;
	if (/@(lid|g\.us|broadcast|newsletter|hosted(\.lid)?)$/i.test(typed))
		return 'is an ID of WhatsApp without a phone number: a group, a list, or a contact whose number is hidden. Use it as the identifier';
	if (/\d[\s;,]*(ext(ension)?|x|isub|#)[.=:\s]*\d+$/i.test(typed))
		return 'has an extension, which Chatwoot cannot store: leave it out';
	if (typed.split(/[+,;&]/).filter((part) => /\d/.test(part)).length > 1)
		return 'contains more than one number: use one of them';
	return `is not a phone number: write it with its country code, ${EXAMPLE}`;
}

/** Removes the trunk prefix after the calling code, as in `+49 (0)30`, unless numbers there begin with it. */
function withoutTrunk(digits: string): string {
	for (const { code, trunk, fits } of plansAt(digits)) {
		const rest = digits.slice(code.length);
		if (!trunk || !rest.startsWith(trunk) || fits(rest)) continue;
		const number = rest.slice(trunk.length);
		if (trunk.startsWith('0') || fits(number)) return code + number;
	}
	return digits;
}

/** Whether a 0 follows the calling code although no number there begins with it. */
const hasZero = (digits: string): boolean => {
	const plans = plansAt(digits);
	const restOf = ({ code }: NumberPlan) => digits.slice(code.length);
	return (
		plans.length > 0 &&
		plans.every((plan) => restOf(plan).startsWith('0') && !plan.fits(restOf(plan)))
	);
};

/** Whether these digits begin with a calling code, and the others can be a number there. */
const isInternational = (digits: string): boolean =>
	[digits, otherForm(`+${digits}`)?.slice(1) ?? ''].some((one) =>
		plansAt(one).some(
			({ code, fits }) => one.length >= leastWithoutPlus(code) && fits(one.slice(code.length)),
		),
	);

/** The number of the country that these digits are, without the plus sign, and whether they can be nothing else. */
function localReading(
	digits: string,
	{ code, trunk, isTrunkOptional, fits }: NumberPlan,
): { number: string; isCertain: boolean } | undefined {
	const number = digits.slice(trunk.length);
	if (trunk && digits.startsWith(trunk) && fits(number))
		return { number: code + number, isCertain: true };
	const isComplete = digits.length >= COMPLETE.least && digits.length <= COMPLETE.most;
	if (!fits(digits) || !(isTrunkOptional || isComplete)) return undefined;
	return { number: code + digits, isCertain: isTrunkOptional };
}

/** The number that digits without a plus sign mean. @throws BadInput if they mean none, or one of two */
function withoutPlus(typed: string, text: string, digits: string, country: string): string {
	const plan = PLAN_OF[country];
	const local = plan && localReading(digits, plan);
	if (local?.isCertain) return local.number;
	// In "(11) 98123-0274" and "8 495 123-45-67" the first group is no calling code.
	const [first] = text.replace(/^[([\s]+/, '').split(SEPARATORS);
	const begins = plansAt(digits).some(
		({ code }) => first.startsWith(code) && (!/^[([]/.test(text) || code === plan?.code),
	);
	const foreign = begins && isInternational(digits) ? digits : undefined;
	if (local && foreign)
		throw refusal(
			typed,
			`can be +${foreign} or +${local.number}: write the one that is meant with its plus sign`,
		);
	const found = foreign ?? local?.number;
	if (found) return found;
	throw refusal(
		typed,
		plan
			? `is neither a complete number of ${countryName(country)} nor one with a country code: add the area code, or write it with a plus sign and the country code, ${EXAMPLE}`
			: `has no country code: write it with a plus sign and the country code, ${EXAMPLE}, or set Default Country in the credential`,
	);
}

/**
 * The number as Chatwoot stores it, `+4915112345678`, from any way of writing it.
 * @param country code of the country of numbers without a country code, such as `DE`
 * @throws BadInput with words that follow the field's label, if it is no number, or can be several
 */
export function phoneNumber(value: unknown, country: unknown = ''): string {
	const typed = String(value).trim();
	if (
		!isScalar(value) ||
		(typeof value === 'number' && !(Number.isSafeInteger(value) && value > 0))
	)
		throw refusal(typed, whatElse(typed));
	// Already stored numbers, whatever their length, must be found as they are.
	if (STORED.test(typed)) return typed;
	const plain = plainly(typed);
	const [, inWhatsApp] = JID.exec(plain) ?? CHAT_LINK.exec(plain) ?? [];
	// Spreadsheets mark text with an apostrophe; programs export numbers with a decimal.
	const text = (inWhatsApp ? `+${inWhatsApp.replace('+', '')}` : plain)
		.replace(SCHEME, '')
		.replace(/^'/, '')
		.replace(/^(\d{7,})\.0$/, '$1');
	const joined = text.replace(ALL_SEPARATORS, '');
	if (!/^\+*\d+$/.test(joined) || /\.\./.test(text)) throw refusal(typed, whatElse(plain));
	const digits = joined.replace(/^\+*(00)?/, '');
	const isWritten = joined.startsWith('+');
	const isDialed = !isWritten && joined.startsWith('00');
	const number =
		isWritten || isDialed
			? withoutTrunk(digits)
			: withoutPlus(typed, text, digits, String(country));
	if (number.length > 15)
		throw refusal(
			typed,
			`has ${number.length} digits, but a phone number has at most 15: use one number`,
		);
	if (!STORED.test(`+${number}`) || hasZero(number) || (isDialed && !plansAt(number).length))
		throw refusal(typed, `is not a number with a country code, ${EXAMPLE}: check its digits`);
	return `+${number}`;
}

/** A part of a number, without what stands between its digits: only a plus sign and digits remain, or the text. */
export function phonePart(value: unknown): string {
	const plain = plainly(String(value));
	const joined = plain.replace(ALL_SEPARATORS, '');
	return /^\+?\d+$/.test(joined) ? joined : plain;
}

/**
 * Numbers of one person with and without a digit, which WhatsApp and phone companies write differently:
 * before it, the digit, after it.
 */
const TWO_FORMS: Array<[pattern: RegExp, digit: string]> = [
	// Brazil added a 9 to mobile numbers from 2012 to 2016 (Anatel, resolution 553/2010).
	[/^(\+55[1-9]{2})(9?)([6-9]\d{7})$/, '9'],
	// Mexico: 1 before mobile numbers from abroad until 2019 (IFT, dialing since 3 August 2019).
	[/^(\+52)(1?)([2-9]\d{9})$/, '1'],
	// Argentina: 9 before mobile numbers from abroad (ITU, national numbering plan of Argentina).
	[/^(\+54)(9?)([1-3]\d{9})$/, '9'],
];

/** The other form of a number that means the same person; undefined if it has only one. */
export function otherForm(number: string): string | undefined {
	for (const [pattern, digit] of TWO_FORMS) {
		const [, before, found, after] = pattern.exec(number) ?? [];
		if (before) return `${before}${found ? '' : digit}${after}`;
	}
	return undefined;
}

/** All forms of a number, itself first. */
export const formsOf = (number: string): string[] => [number, otherForm(number) ?? []].flat();
