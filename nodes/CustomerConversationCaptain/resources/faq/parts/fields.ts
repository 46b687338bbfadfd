import { pick, text } from '../../../../shared/vocabulary';

export const question = () => text('question');

export const answer = () => text('answer', { rows: 4 });

/** Since 4.16 the service ignores it: every FAQ is approved. */
export const status = () =>
	pick(
		'status',
		{ approved: 'Approved', pending: 'Pending' },
		{
			hint: 'Only before Chatwoot 4.16. Later releases approve every FAQ.',
			since: () => [{ before: '4.16' }],
		},
	);
