import type * as Plays from '../../support/plays';
import { playEveryOther } from '../../support/plays';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) =>
		await jest.requireActual<typeof Plays>('../../support/plays').sleepOnTheDay(milliseconds),
}));

playEveryOther(1);
