import { judged, type Execution, type Sent } from '../../support/flood';

const sent = (key: number, more: Partial<Sent> = {}): Sent => ({
	...{ key, kind: 'genuine', at: 'webhook 1', status: 200, isStarted: true, replyText: '' },
	...more,
});
const ran = (key: number, status = 'success', passed = ['Once']): Execution => ({
	...{ id: `${key}`, key, status, passed },
});

describe('What became of many deliveries', () => {
	it('finds nothing lost where each has an execution, whatever became of it', () => {
		const executions = [ran(1), ran(2, 'error'), ran(3, 'crashed')];
		const { lost, statuses, past } = judged([sent(1), sent(2), sent(3)], executions, ['Once']);
		expect(lost).toEqual([]);
		expect(statuses).toEqual({ success: 1, error: 1, crashed: 1 });
		expect(past).toEqual({ Once: [] });
	});

	it("is n8n's part where n8n answers that it starts, and nobody sees an execution", () => {
		const { lost } = judged([sent(1), sent(2)], [ran(2, 'new')], []);
		expect(lost).toEqual([
			{ key: 1, part: 'n8n', why: 'webhook 1 answered "", and stored no execution' },
			{ key: 2, part: 'n8n', why: 'its execution stays "new"' },
		]);
	});

	it('is ours where the node takes what is new and gives no item', () => {
		const failed = sent(1, { status: 500 });
		const dropped = sent(1, { kind: 'doubled', isStarted: false });
		expect(judged([failed, dropped], [], []).lost).toEqual([
			{ key: 1, part: 'node', why: 'webhook 1 accepted it, but the node returned no item' },
		]);
		expect(judged([failed, dropped], [ran(1)], []).lost).toEqual([]);
	});

	it('promises nothing for what was refused or not answered', () => {
		const unanswered = sent(2, { status: undefined, fault: 'time-out' });
		const {
			lost,
			refused,
			unanswered: none,
		} = judged([sent(1, { status: 503 }), unanswered], [], []);
		expect([lost, refused, none]).toEqual([[], 1, 1]);
	});

	it('finds forged ones that were let in, by their answer and by their execution', () => {
		const forged = (key: number, status: number, replyText = '') =>
			sent(key, { kind: 'forged', status, replyText });
		const starting = 'n8n is starting up. Please wait';
		const letters = [forged(1, 401), forged(2, 200), forged(3, 401)];
		const unseen = [forged(4, 200, starting), forged(5, 200, starting)];
		const { letIn } = judged([...letters, ...unseen], [ran(3), ran(5)], []);
		expect(letIn.map(({ key }) => key)).toEqual([2, 3, 5]);
	});

	it('counts what came in twice, what passed twice, and what n8n ran more often than it was sent', () => {
		const deliveries = [1, 2].flatMap((key) => [sent(key), sent(key, { kind: 'doubled' })]);
		const executions = [ran(1), ran(1, 'success', []), ran(2), ran(2), ran(3), ran(3)];
		const found = judged([...deliveries, sent(3)], executions, ['Once']);
		expect(found).toMatchObject({ doubled: 2, twice: 2, past: { Once: [2, 3] }, multiplied: [3] });
	});
});
