import fc from 'fast-check';
import { BadInput } from '../../../nodes/shared/faults';
import { PLAN_OF, plansAt, type NumberPlan } from '../../../nodes/shared/formats/callingCodes';
import { formsOf, otherForm, phoneNumber, phonePart } from '../../../nodes/shared/formats/phone';

fc.configureGlobal({ seed: 20_261_129, numRuns: 500 });

const STORED = /^\+[1-9]\d{1,14}$/;

const refusalOf = (value: unknown, country?: string): string => {
	try {
		return `understood as ${phoneNumber(value, country)}`;
	} catch (error) {
		if (error instanceof BadInput) return error.message;
		throw error;
	}
};

describe('a number with its country code is understood', () => {
	test.each<[unknown, string]>([
		['+5511981230274', '+5511981230274'],
		['+55 11 98123-0274', '+5511981230274'],
		['+55 (11) 98123-0274', '+5511981230274'],
		['(+55) 11 98123 0274', '+5511981230274'],
		['+55.11.98123.0274', '+5511981230274'],
		['55/11/981230274', '+5511981230274'],
		['5511981230274', '+5511981230274'],
		[5511981230274, '+5511981230274'],
		['5511981230274.0', '+5511981230274'],
		["'+5511981230274", '+5511981230274'],
		['0055 11 98123-0274', '+5511981230274'],
		['+0055 11 98123-0274', '+5511981230274'],
		['\u202a+55\u00a011\u202f98123\u20110274\u202c', '+5511981230274'],
		['\ufeff+55 11 98123\u20130274\r\n', '+5511981230274'],
		['+55 11 98123\u22120274', '+5511981230274'],
		['\uff0b\uff15\uff15\u3000\uff08\uff11\uff11\uff09 98123\uff0d0274', '+5511981230274'],
		['+\u0665\u0665 11 98123 0274', '+5511981230274'],
		['+91 \u096f\u096e765 43210', '+919876543210'],
		['tel:+55-11-98123-0274', '+5511981230274'],
		['TEL: +55 11 98123 0274', '+5511981230274'],
		['Tel. +55 11 98123 0274', '+5511981230274'],
		['callto://+5511981230274', '+5511981230274'],
		['whatsapp:+5511981230274', '+5511981230274'],
		['5511981230274@s.whatsapp.net', '+5511981230274'],
		['5511981230274:12@s.whatsapp.net', '+5511981230274'],
		['5511981230274.0:3@s.whatsapp.net', '+5511981230274'],
		['5511981230274@c.us', '+5511981230274'],
		['https://wa.me/5511981230274?text=Oi', '+5511981230274'],
		['+49 (0)151 12345678', '+4915112345678'],
		['+49 0151 12345678', '+4915112345678'],
		['0049 (0)151 12345678', '+4915112345678'],
		['+7 8 (912) 345-67-89', '+79123456789'],
		['+36 (06) 30 123 4567', '+36301234567'],
		['+39 06 1234567', '+39061234567'],
		['+39 (0)6 1234567', '+39061234567'],
		['+225 07 01 02 03 04', '+2250701020304'],
		['5215512345678', '+5215512345678'],
		['5491123456789', '+5491123456789'],
		['+44 800 123 4567', '+448001234567'],
		['0044 800 123 4567', '+448001234567'],
	])('%j', (written, number) => {
		expect(phoneNumber(written)).toBe(number);
		expect(phoneNumber(written, 'DE')).toBe(number);
	});

	test('a number as Chatwoot stores it stays, even with a digit too many', () => {
		for (const stored of ['+491', '+4901511234567', '+123456', '+999999999999999'])
			expect([stored, phoneNumber(stored)]).toEqual([stored, stored]);
	});
});

describe('a number without a country code is one of Default Country', () => {
	test.each<[string, unknown, string]>([
		['DE', '030 123456', '+4930123456'],
		['DE', '(030) 12 34 56', '+4930123456'],
		['DE', '0151/123 456 78', '+4915112345678'],
		['DE', 1511234567, '+491511234567'],
		['DE', '+41 79 123 45 67', '+41791234567'],
		['DE', '5511981230274', '+5511981230274'],
		['BR', '(11) 98123-0274', '+5511981230274'],
		['BR', '011 98123-0274', '+5511981230274'],
		['BR', '11981230274', '+5511981230274'],
		['BR', '51981230274', '+5551981230274'],
		['BR', '(55) 11 98123-0274', '+5511981230274'],
		['US', '(415) 555-2671', '+14155552671'],
		['US', '1-415-555-2671', '+14155552671'],
		['CN', '138 1234 5678', '+8613812345678'],
		['IT', '06 1234567', '+39061234567'],
		['IT', '347 123 4567', '+393471234567'],
		['HU', '06 30 123 4567', '+36301234567'],
		['RU', '8 (912) 345-67-89', '+79123456789'],
		['GB', '07700 900123', '+447700900123'],
		['MX', '55 1234 5678', '+525512345678'],
		['ES', '612 34 56 78', '+34612345678'],
	])('%s: %j', (country, written, number) => {
		expect(phoneNumber(written, country)).toBe(number);
	});
});

describe('what is no single number is refused, with what came and what is right', () => {
	const EXAMPLE = 'such as +4915112345678';
	const noCode = `has no country code: write it with a plus sign and the country code, ${EXAMPLE}, or set Default Country in the credential`;
	const noNumber = `is not a phone number: write it with its country code, ${EXAMPLE}`;
	const notIn = (country: string) =>
		`is neither a complete number of ${country} nor one with a country code: add the area code, or write it with a plus sign and the country code, ${EXAMPLE}`;

	test.each<[unknown, string | undefined, string]>([
		['030 123456', undefined, noCode],
		['(11) 98123-0274', undefined, noCode],
		['11981230274', undefined, noCode],
		['12 98123-0274', undefined, noCode],
		['98123-0274', undefined, noCode],
		['8 (495) 123-45-67', undefined, noCode],
		['(415) 555-2671', undefined, noCode],
		[7, undefined, noCode],
		['98123-0274', 'BR', notIn('Brazil (+55)')],
		['123456', 'DE', notIn('Germany (+49)')],
		[
			'49301234567',
			'DE',
			'can be +49301234567 or +4949301234567: write the one that is meant with its plus sign',
		],
		[
			'41791234567',
			'DE',
			'can be +41791234567 or +4941791234567: write the one that is meant with its plus sign',
		],
		[
			'+52 01 55 1234 5678',
			undefined,
			`is not a number with a country code, ${EXAMPLE}: check its digits`,
		],
		['+0', undefined, `is not a number with a country code, ${EXAMPLE}: check its digits`],
		['+1', undefined, `is not a number with a country code, ${EXAMPLE}: check its digits`],
		['000000000', undefined, `is not a number with a country code, ${EXAMPLE}: check its digits`],
		[
			'+49 30 123456 78901234',
			undefined,
			'has 18 digits, but a phone number has at most 15: use one number',
		],
		['+49 30 123 / +49 30 456', undefined, 'contains more than one number: use one of them'],
		['+49301234567, +49301234568', undefined, 'contains more than one number: use one of them'],
		[
			'+49 30 1234 ext. 5',
			undefined,
			'has an extension, which Chatwoot cannot store: leave it out',
		],
		['+49 30 1234 x5', undefined, 'has an extension, which Chatwoot cannot store: leave it out'],
		[
			'tel:+49-30-1234;ext=5',
			undefined,
			'has an extension, which Chatwoot cannot store: leave it out',
		],
		['1-800-FLOWERS', undefined, noNumber],
		['+49 151 1234\u2026', undefined, noNumber],
		['ann@example.com', undefined, noNumber],
		[true, undefined, noNumber],
		[4.5, undefined, noNumber],
		[-4915112345678, undefined, noNumber],
	])('%j with %s', (written, country, words) => {
		expect(refusalOf(written, country)).toBe(`"${String(written)}" ${words}`);
	});

	test.each(['4.9151E+12', '4,9151E+12', '4.915112345678e12', 5e21])(
		'%s of a spreadsheet has lost digits',
		(written) => {
			expect(refusalOf(written)).toBe(
				`"${written}" is a number in scientific notation, which has lost digits: format the column as text in the spreadsheet, and write the number with its country code, ${EXAMPLE}`,
			);
		},
	);

	test.each(['120363040400000000@g.us', '74512345678901@lid', 'status@broadcast'])(
		'%s is no number of a person',
		(written) => {
			expect(refusalOf(written)).toMatch(/^"\S+" is an ID of WhatsApp without a phone number/);
		},
	);

	test('shows only the beginning of a long text', () => {
		expect(refusalOf('x'.repeat(500))).toBe(`"${'x'.repeat(60)}…" ${noNumber}`);
	});
});

const countries = Object.entries(PLAN_OF) as Array<[string, NumberPlan]>;

/** A country and digits that fit its plan. */
const numbers = fc
	.tuple(
		fc.constantFrom(...countries),
		fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 13 }),
	)
	.map(([[country, plan], digits]) => ({ country, plan, digits: digits.join('') }))
	.filter(({ plan, digits }) => plan.fits(digits));

const SEPARATOR = fc.constantFrom(
	' ',
	'-',
	'.',
	'/',
	'\u00a0',
	'\u2011',
	'\u2013',
	'\u200e',
	'\u202f',
	'\u3000',
);

const separated = (digits: string) =>
	fc
		.array(fc.option(SEPARATOR, { nil: '' }), {
			minLength: digits.length,
			maxLength: digits.length,
		})
		.map((between) => [...digits].map((digit, index) => digit + between[index]).join(''));

describe('any number of any country', () => {
	const written = numbers.chain((number) =>
		separated(number.plan.code + number.digits).map((text) => ({ ...number, text })),
	);

	test('is understood with a plus sign or 00, whatever stands between its digits', () => {
		fc.assert(
			fc.property(written, fc.constantFrom('+', '00'), ({ plan, digits, text }, sign) => {
				expect(phoneNumber(sign + text, 'DE')).toBe(`+${plan.code}${digits}`);
			}),
		);
	});

	test('is understood with the trunk prefix and Default Country', () => {
		fc.assert(
			fc.property(
				numbers.filter(({ plan }) => plan.trunk !== ''),
				({ country, plan, digits }) => {
					expect(phoneNumber(plan.trunk + digits, country)).toBe(`+${plan.code}${digits}`);
				},
			),
		);
	});

	test('is never changed to other digits if it has a country code without a plus sign', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), (number) => {
				const result = refusalOf(number.toString());
				if (result.startsWith('understood')) expect(result).toBe(`understood as +${number}`);
			}),
		);
	});

	test('is stored as Chatwoot stores it, or refused', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./@:eE,;x') }),
		);
		fc.assert(
			fc.property(text, fc.constantFrom('', 'DE', 'BR', 'US', 'IT', 'XX'), (typed, country) => {
				const [, number] = /^understood as (.*)$/s.exec(refusalOf(typed, country)) ?? [];
				if (number === undefined) return;
				expect(number).toMatch(STORED);
				expect(phoneNumber(number, country)).toBe(number);
			}),
		);
	});
});

test('no calling code begins with another one', () => {
	for (const [country, { code }] of countries)
		expect([country, new Set(plansAt(`${code}00`).map((plan) => plan.code))]).toEqual([
			country,
			new Set([code]),
		]);
});

describe('two forms of a number', () => {
	test.each([
		['Brazil', '+5511981230274', '+551181230274'],
		['Mexico', '+5215512345678', '+525512345678'],
		['Argentina', '+5491123456789', '+541123456789'],
	])('of %s', (_, long, short) => {
		expect(formsOf(long)).toEqual([long, short]);
		expect(formsOf(short)).toEqual([short, long]);
	});

	test.each([
		['a landline in Brazil', '+551132341234'],
		['a mobile number of Brazil that never had eight digits', '+5511934561234'],
		['too few digits', '+55118123027'],
		['another country', '+4915112345678'],
		['Mexico with a digit too many', '+52155123456789'],
	])('not of %s', (_, number) => {
		expect(otherForm(number)).toBeUndefined();
	});

	test('lead back to the first one', () => {
		const digits = fc.tuple(
			fc.constantFrom('55', '52', '54', '521', '549'),
			fc.bigInt(1n, 10n ** 11n),
		);
		fc.assert(
			fc.property(digits, ([code, rest]) => {
				const number = `+${code}${rest}`;
				const other = otherForm(number);
				if (other !== undefined) expect(otherForm(other)).toBe(number);
			}),
		);
	});
});

test.each([
	['+49 (170)', '+49170'],
	['98123-0274', '981230274'],
	['\uff11\uff12', '12'],
	['@lid', '@lid'],
	['', ''],
])('the part %j of a number is %j', (typed, part) => {
	expect(phonePart(typed)).toBe(part);
});
