import { duration } from '../time/duration';
import type { Figure, PageStyle } from './document';

/** Numbers of a page as texts in its language. */

export const numberText = (
	{ locale }: PageStyle,
	value: number,
	options: Intl.NumberFormatOptions = {},
): string => new Intl.NumberFormat(locale, options).format(value);

/** @param value seconds; null without any */
export const timeText = (value: unknown): string =>
	value === null || value === undefined ? '–' : duration(Number(value));

/** @param part from 0 to 1; null if there is none */
export const percent = (style: PageStyle, part: number | null): string =>
	part === null ? '–' : numberText(style, part, { style: 'percent', maximumFractionDigits: 0 });

/**
 * A figure of the period and of the one before.
 * @param better which change is good news
 */
export function comparedFigure(
	style: PageStyle,
	name: string,
	[now, before]: unknown[],
	write: (value: unknown) => string,
	better?: 'more' | 'less',
): Figure {
	const figure = { name: style.say(name), value: write(now) };
	if (before === null || before === undefined) return { ...figure, change: '' };
	const earlier = `${style.say('before')}: ${write(before)}`;
	const isKnown = typeof now === 'number' && typeof before === 'number';
	if (!isKnown || now === before || before === 0) return { ...figure, change: earlier };
	const part = (now - before) / before;
	if (Math.abs(part) < 0.005) return { ...figure, change: earlier };
	const sign = part > 0 ? '▲' : '▼';
	return {
		...figure,
		change: `${sign} ${percent(style, Math.abs(part))}, ${earlier}`,
		...(better ? { isBetter: better === 'more' ? part > 0 : part < 0 } : {}),
	};
}
