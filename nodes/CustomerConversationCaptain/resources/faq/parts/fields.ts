import { pick, text } from '../../../../shared/vocabulary';

export const question = () => text('question');

export const answer = () => text('answer', { rows: 4 });

/** Newer releases ignore it with 200: there each FAQ counts at once. */
export const status = () =>
	pick(
		'status',
		{ approved: 'Approved', pending: 'Pending' },
		{
			hint: 'Up to Chatwoot 4.15; on newer releases every FAQ is approved',
			since: () => [{ before: '4.16' }],
		},
	);
