/**
 * Landline and mobile numbers by country: its code, calling code and trunk prefix (`-` for none, `?` if people
 * often leave it out), then the lengths of a number after the prefix, by its first digits: `1-7:9` is nine
 * digits, the first from 1 to 7.
 *
 * Source: the metadata of Google's libphonenumber, as in libphonenumber-js 1.13.16; it follows the numbering
 * plans that countries report to the ITU. Lengths that a country no longer uses do no harm, and a number with
 * a plus sign is not compared with this list.
 */
const PLANS = `
AC 247 - 2-46-7:5; AD 376 - 6:9 35-8:6; AE 971 0 5:9 2-46-79:8; AF 93 0 2-7:9; AG 1 1? 2:10
AI 1 1? 2:10; AL 355 0 6:9 2-58:8; AM 374 0 1-57-9:8; AO 244 - 29:9; AR 54 0 9:11 1-36:10
AS 1 1? 6:10; AT 43 0 13-7:6 1-7:7-13; AU 61 0 2-47-8:9; AW 297 - 25-79:7
AX 358 0 14-5:6-9 4-5:10; AZ 994 0 1-79:9; BA 387 0 6:9 3-6:8; BB 1 1? 2:10
BD 880 0 57-9:6 3-9:7 2-9:8-9 1-46:10; BE 32 0 4:9 1-9:8; BF 226 - 024-7:8
BG 359 0 2:6 2-9:7-8 8-9:9; BH 973 - 136-7:8; BI 257 - 2-36-7:8; BJ 229 - 0:10; BL 590 0 5-8:9
BM 1 1? 4:10; BN 673 - 2-57-8:7; BO 591 0? 2-7:8; BQ 599 - 3-47:7; BR 55 0? 1-9:10-11
BS 1 1? 2:10; BT 975 - 2-8:7 17-8:8; BW 267 - 7:8 2-6:7; BY 375 8 1-4:9; BZ 501 - 2-8:7
CA 1 1? 2-9:10; CC 61 0 48:9; CD 243 0 2:8 5:10 1-68:7 18-9:9; CF 236 - 26-7:8; CG 242 - 02:9
CH 41 0 2-9:9; CI 225 - 02:10; CK 682 - 2-57-8:5; CL 56 - 2-9:9; CM 237 - 26:9; CN 86 0? 1-9:10-11
CO 57 0? 4:8 369:10; CR 506 - 2-35-8:8; CU 53 0 8:10 3-4:6 2-47:7 2-7:8; CV 238 - 2-359:7
CW 599 - 9:8; CX 61 0 48:9; CY 357 - 29:8; CZ 420 - 2-7:9; DE 49 0 2-9:6-9,12-13 1-9:10-11
DJ 253 - 27:8; DK 45 - 2-9:8; DM 1 1? 7:10; DO 1 1? 8:10; DZ 213 0 1-4:8 5-79:9
EC 593 0 9:9 2-7:8; EE 372 - 58:8 3-8:7; EG 20 0 1:10 135:8 1-24-68-9:9; EH 212 0 5-7:9
ER 291 0 17-8:7; ES 34 - 46-9:9; ET 251 0 1-57-9:9; FI 358 0 1-68-9:6-9 4-5:10; FJ 679 - 2-9:7
FK 500 - 2-7:5; FM 691 - 38-9:7; FO 298 - 2-57-9:6; FR 33 0 1-7:9; GA 241 - 2-7:7 0-16-7:8
GB 44 0 1:9 1-27:10; GD 1 1? 4:10; GE 995 0? 3-57:9; GF 594 0 5-8:9; GG 44 0 17:10
GH 233 0 2-35:9; GI 350 - 25-6:8; GL 299 - 1-9:6; GM 220 - 48:9 2-9:7; GN 224 - 3:8 6:9
GP 590 0 5-8:9; GQ 240 - 2-35:9; GR 30 - 269:10; GT 502 - 2-8:8; GU 1 1? 6:10; GW 245 - 49:9
GY 592 - 2-7:7; HK 852 - 2-9:8; HN 504 - 2-37-9:8; HR 385 0 1-59:8 2-59:9; HT 509 - 2-5:8
HU 36 06 1-9:8 2-357:9; ID 62 0 8:12 2-36:7 2-79:8 2-9:9-11
IE 353 0 4:10 24-69:7 1-24-69:8 1-24-9:9; IL 972 0 1:11-12 5:9 2-48-9:8; IM 44 0 17:10
IN 91 0? 1-9:10; IO 246 - 3:7; IQ 964 0 7:10 1-6:8 2-6:9; IR 98 0 1-8:6-7 1-9:10
IS 354 - 3:9 4-8:7; IT 39 - 0:6-8,11-12 03:9 03-4:10; JE 44 0 17:10; JM 1 1? 68:10
JO 962 0 47:9 2-35-68:8; JP 81 0 1-9:9 6-9:10; KE 254 0 4-6:7 24-6:8 1-24-7:9; KG 996 0 2-35-9:9
KH 855 0 1-9:8-9; KI 686 0? 6-7:8; KM 269 - 3-47:7; KN 1 1? 8:10; KP 850 0 1:10 2-8:8
KR 82 0 2:8 3-6:6 1-6:9 13-6:10; KW 965 - 24-69:8; KY 1 1? 3:10; KZ 7 8? 7:10
LA 856 0 2:10 3:9 2-8:8; LB 961 0? 13-9:7 27-8:8; LC 1 1? 7:10; LI 423 0? 6:9 2-37:7
LK 94 0 1-9:9; LR 231 0 2:8 4-6:7 2-57-8:9; LS 266 - 25-6:8; LT 370 0? 3-6:8
LU 352 - 2-57-9:6-8,10-11 2-9:9; LV 371 - 26:8; LY 218 0 2-9:9; MA 212 0 5-7:9
MC 377 0 3-48-9:8 6-7:9; MD 373 0 2-35-7:8; ME 382 0 2-6:8; MF 590 0 5-8:9; MG 261 0 2-3:9
MH 692 1? 2-6:7; MK 389 0 2-47:8; ML 223 - 24-9:8; MM 95 0 9:10 1-2:6 1-24-8:7 1-24-9:8 24-9:9
MN 976 0? 1-25-9:8 1-2:9-10; MO 853 - 268:8; MP 1 1? 6:10; MQ 596 0 5-9:9; MR 222 - 2-4:8
MS 1 1? 6:10; MT 356 - 279:8; MU 230 - 57:8 2468:7; MV 960 - 3-46-79:7; MW 265 0 1:7 1-37-9:9
MX 52 - 2-9:10; MY 60 0 1:10 13:9 4-9:8; MZ 258 - 2:8 8:9; NA 264 0 6:8 68:9; NC 687 - 2-57-9:6
NE 227 - 27-9:8; NF 672 - 13:6; NG 234 0 27-9:10; NI 505 - 25-8:8; NL 31 0 9:11 1-7:9
NO 47 - 2-79:8; NP 977 0? 9:10 1-9:8; NR 674 - 24-9:7; NU 683 - 8:7; NZ 64 0 2:9-10 2-46-79:8
OM 968 - 1-279:8; PA 507 - 6:8 1-57-9:7; PE 51 0? 9:9 14-8:8; PF 689 - 48:8
PG 675 - 3-68-9:7 7-8:8; PH 63 0 2:6 8:8 2-8:9 8-9:10; PK 92 0 24-9:9 2-9:10; PL 48 - 1-9:7,9
PM 508 0 2-9:6 7-8:9; PR 1 1? 79:10; PS 970 0 5:9 248-9:8; PT 351 - 1-269:9; PW 680 - 2-9:7
PY 595 0 3-46-8:7 2-8:8 2-9:9; QA 974 - 3-7:8; RE 262 0 26-7:9; RO 40 0 2-3:6 2-37:9
RS 381 0 1-3:7,11-12 1-36:8-10; RU 7 8? 3-48-9:10; RW 250 0 0:8 27:9; SA 966 0 15:9
SB 677 - 6-9:7; SC 248 - 24:7; SD 249 0 19:9; SE 46 0 1-468-9:7 1-68-9:8 1-9:9; SG 65 - 68-9:8
SH 290 - 25-69:5; SI 386 0 1-7:8; SJ 47 - 479:8; SK 421 0 2-5:6-7 2-68-9:9; SL 232 0 2-36-9:8
SM 378 - 0:10 6:8; SN 221 - 37:9; SO 252 0? 13-48:6 1-5:7 1-26-79:8 3-46-9:9; SR 597 - 2-5:6 6-8:7
SS 211 0 19:9; ST 239 - 29:7; SV 503 - 25-7:8; SX 1 1? 7:10; SY 963 0? 1-5:8 1-359:9
SZ 268 - 2-37:8; TA 290 - 8:4; TC 1 1? 6:10; TD 235 - 2-36-9:8; TG 228 - 279:8
TH 66 0 1-57:8 168-9:9; TJ 992 - 0-9:9; TK 690 - 2-47:6-7; TL 670 - 7:8 2-4:7; TM 993 8 1-7:8
TN 216 - 2-57-9:8; TO 676 - 5-9:7; TR 90 0? 2-5:10; TT 1 1? 8:10; TV 688 - 7:7 9:6
TW 886 0 2-8:8 2-68-9:9; TZ 255 0 26-7:9; UA 380 0 3-79:9; UG 256 0 2-47:9; US 1 1? 2-9:10
UY 598 0 1-249:8; UZ 998 - 2-35-9:9; VA 39 - 0:6-8,11 03:9-10; VC 1 1? 7:10; VE 58 0 24-6:10
VG 1 1? 2:10; VI 1 1? 3:10; VN 84 0? 2:10 1357-9:9; VU 678 - 57-8:7; WF 681 - 7-8:6
WS 685 - 6:6 8:10 7-8:7; XK 383 0 3:10-12 2-4:8 2-3:9; YE 967 0 1:8 7:9 1-7:7; YT 262 0 26-7:9
ZA 27 0 8:6-8 1-8:9; ZM 260 0 2579:9; ZW 263 0 2-35-8:9
`;

export interface NumberPlan {
	/** Such as `49`. */
	code: string;
	/** What is dialed before a number within the country; '' for none. */
	trunk: string;
	/** Whether people write numbers of this country without the trunk prefix. */
	isTrunkOptional: boolean;
	/** Whether these digits, without code and trunk prefix, can be a number of the country. */
	fits: (digits: string) => boolean;
}

/** In North America, neither the area code nor the exchange begins with 0 or 1; no area code has a 9 in the middle. */
const NORTH_AMERICAN = /^[2-9][0-8]\d[2-9]\d{6}$/;

function planIn(entry: string): [country: string, plan: NumberPlan] {
	const [country, code, prefix, ...numbers] = entry.trim().split(' ');
	const patterns = numbers.map((one) => {
		const [first, lengths] = one.split(':');
		const isLong = lengths.split(',').map((span): ((length: number) => boolean) => {
			const [least, most = least] = span.split('-').map(Number);
			return (length) => length >= least && length <= most;
		});
		return (digits: string) =>
			new RegExp(`^[${first}]`).test(digits) && isLong.some((fits) => fits(digits.length));
	});
	return [
		country,
		{
			code,
			trunk: prefix.replace(/\D/g, ''),
			isTrunkOptional: /[-?]$/.test(prefix),
			fits: (digits) =>
				patterns.some((fits) => fits(digits)) && (code !== '1' || NORTH_AMERICAN.test(digits)),
		},
	];
}

/** The plans by the code of the country, such as `DE`. */
export const PLAN_OF: Record<string, NumberPlan | undefined> = Object.fromEntries(
	PLANS.split(/[;\n]/)
		.filter((entry) => entry.trim())
		.map(planIn),
);

const byCode = new Map<string, NumberPlan[]>();
for (const plan of Object.values(PLAN_OF) as NumberPlan[])
	byCode.set(plan.code, [...(byCode.get(plan.code) ?? []), plan]);

/** The plans that share the calling code at the beginning of these digits; no code begins with another one. */
export const plansAt = (digits: string): NumberPlan[] =>
	[1, 2, 3].flatMap((length) => byCode.get(digits.slice(0, length)) ?? []);

const nameOf = new Intl.DisplayNames(['en'], { type: 'region' });

/** `Germany (+49)` */
export const countryName = (country: string): string =>
	`${nameOf.of(country) ?? country} (+${PLAN_OF[country]?.code})`;
