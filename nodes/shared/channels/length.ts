import type { LengthUnit } from './channels';

/**
 * Characters that a variable is counted with, because only Chatwoot knows what it fills in: nearly all names of
 * contacts and agents are shorter.
 */
const VARIABLE = 64;

const variables = /{{[^{}]*}}/g;

/** Bytes in UTF-8, otherwise UTF-16 units: a provider that counts an emoji as one character accepts those too. */
const unitsOf = (text: string, unit: LengthUnit): number =>
	unit === 'bytes' ? Buffer.byteLength(text) : text.length;

/** The length of a text once Chatwoot has filled in its Liquid variables. */
export function lengthOf(text: string, unit: LengthUnit = 'characters'): number {
	const growth = [...text.matchAll(variables)].map(([one]) => Math.max(0, VARIABLE - one.length));
	return unitsOf(text, unit) + growth.reduce((sum, more) => sum + more, 0);
}
