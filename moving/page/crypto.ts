import JsSha from 'jssha/dist/sha256';

/** What the nodes import from Node's `crypto`. The page digests pinned deliveries, and nothing else. */

interface Digest {
	update(text: string): Digest;
	digest(encoding: 'hex'): string;
}

/** @throws Error for what is not a SHA-256 of a text */
export function createHash(algorithm: string): Digest {
	if (algorithm !== 'sha256') throw new Error(`The page has no ${algorithm}.`);
	const hash = new JsSha('SHA-256', 'TEXT', { encoding: 'UTF8' });
	const digest: Digest = {
		update: (text) => {
			hash.update(text);
			return digest;
		},
		digest: () => hash.getHash('HEX'),
	};
	return digest;
}

export const randomUUID = (): string => crypto.randomUUID();

function lacking(): never {
	throw new Error('The page sends no requests.');
}

export {
	lacking as createHmac,
	lacking as Hash,
	lacking as randomBytes,
	lacking as timingSafeEqual,
};
