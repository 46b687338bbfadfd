import { playAltered, sleepOnTheDay } from '../support/plays';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await sleepOnTheDay(milliseconds),
}));

playAltered();
