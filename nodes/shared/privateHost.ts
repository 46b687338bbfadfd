/** IPv4 ranges that are not on the internet: first address and length of the prefix. */
const RANGES: Array<[string, number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
];

const number = (octets: string) => octets.split('.').reduce((sum, octet) => sum * 256 + +octet, 0);

const isPrivateV4 = (address: number) =>
	RANGES.some(([first, bits]) => {
		const size = 2 ** (32 - bits);
		return Math.floor(address / size) === Math.floor(number(first) / size);
	});

/** The eight groups of an IPv6 address; `::` is replaced by the missing zeros. */
function groupsOf(address: string): number[] {
	const [left, right] = address
		.split('::')
		.map((half) => half.split(':').filter(Boolean))
		.map((half) => half.map((group) => Number.parseInt(group, 16)));
	if (!right) return left;
	return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function isPrivateV6(address: string): boolean {
	const groups = groupsOf(address);
	const [first] = groups;
	const holdsV4 =
		groups.slice(0, 5).every((group) => group === 0) && [0, 0xffff].includes(groups[5]);
	if (holdsV4) return isPrivateV4(groups[6] * 0x10000 + groups[7]);
	return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || first >= 0xff00;
}

/** Host names that are never public; names without a dot only exist in private networks. */
const NAMES = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa)$|^[^.]*$/;

/**
 * Whether a host name is surely private, judged only by its text. Other names may lead to private addresses as well.
 * @param hostname as `URL` gives it: in lowercase, IPv4 in four numbers, IPv6 in brackets
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.replace(/\.$/, '');
	if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
	return /^[\d.]+$/.test(host) ? isPrivateV4(number(host)) : NAMES.test(host);
}
