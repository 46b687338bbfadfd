import { type IDataObject, type INodeType } from 'n8n-workflow';
import { isRepeat } from '../../../nodes/CustomerConversationTrigger/repeats';
import { deferred } from '../../support/clock';
import { SECRET, Trigger } from '../../support/triggerNode';
import {
	recordedOf,
	expected,
	recorded,
	bodyOf,
	open,
	fresh,
	through,
	asObject,
} from '../../support/delivered';

const inNewProcess = async (task: (node: INodeType) => Promise<void>) =>
	await jest.isolateModulesAsync(async () => {
		const { CustomerConversationTrigger } =
			await import('../../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node');
		await task(new CustomerConversationTrigger());
	});

describe('event_key', () => {
	const keyOf = async (body: unknown, headers: IDataObject = {}) =>
		(await open().receive(body, { headers })).items[0].event_key;

	test('is the same through the account webhook and the API inbox', async () => {
		const pairs = [...recorded.keys()]
			.filter((name) => recorded.get(name)?.receiver === 'api_inbox')
			.map((name) => [name, name.replace(/-api-inbox$/, '')])
			.filter(([, other]) => recorded.has(other));
		expect(pairs.length).toBeGreaterThan(8);
		for (const [name, other] of pairs)
			expect(await keyOf(bodyOf(name))).toBe(await keyOf(bodyOf(other)));
	});

	test('differs for all that are different', async () => {
		const ofAccount = expected.filter(
			({ delivery, item }) => item && recorded.get(delivery)?.receiver === 'account_webhook',
		);
		const keys = await Promise.all(
			ofAccount.map(async ({ delivery }) => await keyOf(bodyOf(delivery))),
		);
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.length).toBeGreaterThan(100);
	});

	test('is the id of the delivery where the body has no identity', async () => {
		const headers = { 'x-chatwoot-delivery': 'b1946ac9' };
		const of = async (name: string) => await keyOf(bodyOf(name), headers);
		expect(await of('message_updated--status-read')).toBe('message_updated:1243:b1946ac9');
		expect(await of('webwidget_triggered--first-open')).toBe('webwidget_triggered:553:b1946ac9');
		expect(await of('conversation_status_changed--resolved')).toBe(
			'conversation_status_changed:21:b1946ac9',
		);
		expect(await of('message_created--incoming')).toBe('message_created:1244');
		expect(await of('conversation_updated--resolved')).toBe(
			'conversation_updated:21:2026-11-21T07:04:36.115Z',
		);
	});
});

describe('a delivery that is tried again', () => {
	const first = 'f3b1c2d4';
	const take = async (trigger: Trigger, name: string, id: string) =>
		(await trigger.receive(bodyOf(name, '4.16'), { headers: { 'x-chatwoot-delivery': id } })).items;

	test.each([
		'conversation_status_changed--resolved',
		'message_updated--status-read',
		'webwidget_triggered--first-open',
	])('starts once, and what says the same by another id is another: %s', async (name) => {
		const trigger = fresh({ loop_guard: false }, '4.16');
		expect(await take(trigger, name, first)).toHaveLength(1);
		expect(await take(trigger, name, first)).toEqual([]);
		expect(await take(trigger, name, 'another')).toHaveLength(1);
	});

	test('is known by its record where it was made, whatever its id', async () => {
		const trigger = fresh({}, '4.16');
		expect(await take(trigger, 'inbox_created--inbox-created', first)).toHaveLength(1);
		expect(await take(trigger, 'inbox_created--inbox-created', 'another')).toEqual([]);
		expect(await take(trigger, 'inbox_created--inbox-created-email', first)).toHaveLength(1);
	});

	test('has the same key wherever 4.16 sent it', async () => {
		const keys = new Map<string, unknown>();
		for (const { headers, body } of recordedOf('4.16').values()) {
			const [item] = (await open({}, '4.16').receive(structuredClone(body), { headers })).items;
			if (!item) continue;
			const id = headers['x-chatwoot-delivery'];
			expect(item.event_key).toBe(keys.get(id) ?? item.event_key);
			keys.set(id, item.event_key);
		}
		expect(keys.size).toBeGreaterThan(250);
	});
});

describe('repeats', () => {
	const message = bodyOf('message_created--incoming');

	test('start nothing', async () => {
		const trigger = fresh();
		expect((await trigger.receive(message)).items).toHaveLength(1);
		const { response, status } = await trigger.receive(message);
		expect(response).toEqual({});
		expect(status).toBeUndefined();
		expect(trigger.log).toEqual([]);
	});

	test('by the API inbox start nothing', async () => {
		const names = ['message_created--incoming', 'message_created--incoming-api-inbox'];
		expect(await through(fresh(), names)).toEqual(['message_created--incoming']);
	});

	test('at the same moment start nothing', async () => {
		const trigger = fresh();
		const outcomes = await Promise.all([trigger.receive(message), trigger.receive(message)]);
		expect(outcomes.flatMap(({ items }) => items)).toHaveLength(1);
	});

	test('for another trigger, or another workflow, are no repeats', async () => {
		const trigger = fresh();
		const { nodeId } = trigger.setup;
		expect((await trigger.receive(message)).items).toHaveLength(1);
		const other = new Trigger({ ...trigger.setup, nodeId: `${nodeId}-other` });
		const elsewhere = new Trigger({ ...trigger.setup, workflowId: 'workflow-2' });
		for (const trigger of [other, elsewhere]) {
			trigger.setup.staticData = { secret: SECRET };
			expect((await trigger.receive(message)).items).toHaveLength(1);
		}
	});

	test('are taken where the option is off', async () => {
		const trigger = fresh({ options: { drop_repeats: false } });
		const twice = [await trigger.receive(message), await trigger.receive(message)];
		expect(twice.flatMap(({ items }) => items)).toHaveLength(2);
		expect(trigger.setup.staticData.seen).toBeUndefined();
	});

	test('are taken while somebody tests, who then spoils nothing for production', async () => {
		const trigger = fresh();
		for (const mode of ['manual', 'manual', 'webhook'] as const)
			expect((await trigger.receive(message, { mode })).items).toHaveLength(1);
		expect((await trigger.receive(message, { mode: 'manual' })).items).toHaveLength(1);
	});

	test.each(['conversation_typing_on--typing-contact', 'conversation_typing_off--typing-contact'])(
		'%s is taken as often as it comes',
		async (name) => {
			expect(await through(fresh(), [name, name])).toEqual([name, name]);
		},
	);

	test('are taken after an error', async () => {
		const trigger = fresh();
		let reads = 0;
		const spoilt = {
			...message,
			// It is looked at once before the item is made.
			get source_id() {
				if (reads++) throw new Error('unreadable');
				return null;
			},
		};
		await expect(trigger.receive(spoilt, { rawBody: '' })).rejects.toThrow('unreadable');
		expect(trigger.setup.staticData.seen).toBeUndefined();
		expect((await trigger.receive(message)).items).toHaveLength(1);
		expect((await trigger.receive(message)).items).toEqual([]);
	});

	test('what was held back is no repeat when it passes', async () => {
		const trigger = fresh({ events: ['conversation_updated'], filters: { statuses: ['open'] } });
		const body = bodyOf('conversation_updated--priority');
		expect((await trigger.receive({ ...body, status: 'pending' })).items).toEqual([]);
		expect((await trigger.receive(body)).items).toHaveLength(1);
	});

	test('are taken after n8n could not store the execution', async () => {
		const trigger = fresh();
		const away = async () => {
			throw new Error('The database is away');
		};
		await expect(trigger.receive(message, { n8n: away })).rejects.toThrow('away');
		expect((await trigger.receive(message)).items).toHaveLength(1);
		expect((await trigger.receive(message)).items).toEqual([]);
	});

	test('that come while n8n is busy with the first wait for what becomes of it', async () => {
		for (const isStored of [true, false]) {
			const trigger = fresh();
			const stored = deferred();
			const first = trigger.receive(message, { n8n: async () => await stored.promise });
			const more = [trigger.receive(message), trigger.receive(message)];
			if (isStored) stored.resolve();
			else stored.reject(new Error('The database is away'));
			await Promise.allSettled([first]);
			const items = (await Promise.all(more)).flatMap((outcome) => outcome.items);
			expect(items).toHaveLength(isStored ? 0 : 1);
		}
	});

	test('that come while n8n is busy with the first and are stored with it are new if it fails', async () => {
		const trigger = fresh();
		const stored = deferred();
		const first = trigger.receive(message, { n8n: async () => await stored.promise });
		// Whatever comes now finds the first among the stored events.
		await new Promise(setImmediate);
		const more = [trigger.receive(message), trigger.receive(message)];
		await new Promise(setImmediate);
		stored.reject(new Error('The database is away'));
		await Promise.allSettled([first]);
		const items = (await Promise.all(more)).flatMap((outcome) => outcome.items);
		expect(items).toHaveLength(1);
		expect((await trigger.receive(message)).items).toEqual([]);
	});

	test('are remembered up to a bound: the oldest of 20,001 is new again', async () => {
		const take = async (key: number) =>
			await isRepeat('bounded', `${key}`, {}, Promise.resolve(true));
		const keys = Array.from({ length: 20_000 }, (_, key) => key);
		const repeats = async () => {
			const found: number[] = [];
			for (const key of keys) if (await take(key)) found.push(key);
			return found;
		};
		expect(await repeats()).toEqual([]);
		expect(await repeats()).toEqual(keys);
		expect(await take(20_000)).toBe(false);
		expect(await take(1)).toBe(true);
		expect(await take(0)).toBe(false);
	});

	describe('in another process', () => {
		const nth = (id: number) => ({ ...message, id });

		test('are known by what is stored with the workflow: the last 500', async () => {
			const trigger = fresh();
			for (let id = 1; id <= 501; id++)
				expect((await trigger.receive(nth(id))).items).toHaveLength(1);
			expect(trigger.setup.staticData.seen).toHaveLength(500);
			await inNewProcess(async (node) => {
				const restarted = new Trigger({ ...trigger.setup, node });
				expect((await restarted.receive(nth(501))).items).toEqual([]);
				expect((await restarted.receive(nth(2))).items).toEqual([]);
				expect((await restarted.receive(nth(1))).items).toHaveLength(1);
			});
		});

		test('are all stored if they come at the same time, in any order', async () => {
			for (const order of [
				[0, 1, 2],
				[2, 0, 1],
			]) {
				const trigger = fresh();
				const storing = order.map(() => deferred());
				const calls = storing.map(
					async ({ promise }, index) =>
						await trigger.receive(nth(index + 1), { n8n: async () => await promise }),
				);
				for (const next of order) {
					storing[next].resolve();
					await calls[next];
				}
				await inNewProcess(async (node) => {
					const other = new Trigger({ ...trigger.setup, node });
					for (const id of [1, 2, 3]) expect((await other.receive(nth(id))).items).toEqual([]);
				});
			}
		});

		test('are new if n8n could not store their execution, but stored another one', async () => {
			const trigger = fresh();
			const [lost, stored] = [deferred(), deferred()];
			const failing = trigger.receive(nth(1), { n8n: async () => await lost.promise });
			const storing = trigger.receive(nth(2), { n8n: async () => await stored.promise });
			stored.resolve();
			await storing;
			lost.reject(new Error('The database is away'));
			await expect(failing).rejects.toThrow('away');
			expect((await trigger.receive(nth(1))).items).toHaveLength(1);
			expect((await trigger.receive(nth(1))).items).toEqual([]);
			await inNewProcess(async (node) => {
				const other = new Trigger({ ...trigger.setup, node });
				for (const id of [1, 2]) expect((await other.receive(nth(id))).items).toEqual([]);
			});
		});

		test('are stored again with any call, if another call has stored its data over them', async () => {
			for (const name of ['message_created--incoming', 'conversation_updated--priority']) {
				const trigger = fresh({ events: ['message_created'] });
				const { staticData } = trigger.setup;
				await trigger.receive(message);
				trigger.setup.staticData = staticData;
				expect((await trigger.receive(bodyOf(name))).items).toEqual([]);
				expect(trigger.setup.staticData.seen).toEqual(['message_created:1244']);
			}
		});

		test('are stored again for a minute if another process has stored its data over them', async () => {
			for (const [milliseconds, isKnown] of [
				[59_000, true],
				[61_000, false],
			] as const) {
				const trigger = fresh();
				const { staticData } = trigger.setup;
				const begun = Date.now();
				const time = jest.spyOn(Date, 'now').mockReturnValue(begun);
				await trigger.receive(nth(1));
				expect((await trigger.receive(nth(1))).items).toEqual([]);
				trigger.setup.staticData = staticData;
				time.mockReturnValue(begun + milliseconds);
				await trigger.receive(nth(2));
				time.mockRestore();
				await inNewProcess(async (node) => {
					const other = new Trigger({ ...trigger.setup, node });
					expect((await other.receive(nth(1))).items).toHaveLength(isKnown ? 0 : 1);
					expect((await other.receive(nth(2))).items).toEqual([]);
				});
			}
		});

		test('are new where nothing is stored', async () => {
			const trigger = fresh();
			await trigger.receive(message);
			const staticData = { secret: SECRET };
			expect((await new Trigger({ ...trigger.setup, staticData }).receive(message)).items).toEqual(
				[],
			);
			await inNewProcess(async (node) => {
				const restarted = new Trigger({ ...trigger.setup, staticData, node });
				expect((await restarted.receive(message)).items).toHaveLength(1);
			});
		});
	});

	describe('of an answer, which stays in its message', () => {
		const answer = bodyOf('message_updated--submitted-values');
		const later = bodyOf('message_updated--status-failed');
		const other = structuredClone(answer);
		Object.assign(asObject(other.content_attributes), {
			submitted_values: [{ title: 'Blue', value: 'blue' }],
		});

		test('start nothing when the message changes otherwise', async () => {
			const trigger = fresh({ events: ['customer_answered'] });
			expect((await trigger.receive(answer)).items).toHaveLength(1);
			expect((await trigger.receive(later)).items).toEqual([]);
			expect((await trigger.receive(other)).items).toHaveLength(1);
		});

		test('start the workflow where it listens to all changes', async () => {
			const trigger = fresh({ events: ['customer_answered', 'message_updated'] });
			expect((await trigger.receive(answer)).items).toHaveLength(1);
			expect((await trigger.receive(later)).items).toHaveLength(1);
		});

		test('a rating is news again when words are added', async () => {
			const trigger = fresh({ events: ['csat_answered'] });
			const words = bodyOf('message_updated--csat-submitted');
			const rating = structuredClone(words);
			const submitted_values = { csat_survey_response: { rating: 5 } };
			Object.assign(asObject(rating.content_attributes), { submitted_values });
			expect((await trigger.receive(rating)).items).toHaveLength(1);
			expect((await trigger.receive(words)).items).toHaveLength(1);
			expect((await trigger.receive(words)).items).toEqual([]);
		});
	});

	describe('of a message that failed or arrived', () => {
		const events = ['message_delivered', 'message_failed', 'message_read'];
		const failed = bodyOf('message_updated--fail-api-inbox-500');
		/** The same message with another status, reason or file, in another delivery. */
		const again = (status: string, attributes: IDataObject, others: IDataObject = {}) => {
			const body: IDataObject = structuredClone({
				...failed,
				...others,
				content_attributes: attributes,
			});
			const [newest] = asObject(body.conversation).messages as IDataObject[];
			Object.assign(newest, { status, content_attributes: attributes });
			return body;
		};
		const reason = asObject(failed.content_attributes);
		const analyzed = again('failed', reason, { attachments: [{ id: 1, file_size: 9 }] });
		const retried = again('sent', {});
		const eventsOf = async (trigger: Trigger, bodies: IDataObject[]) => {
			const found: unknown[] = [];
			for (const body of bodies)
				found.push((await trigger.receive(body)).items.map((item) => item.events));
			return found;
		};

		test('start nothing when Chatwoot updates the failed message', async () => {
			expect(await eventsOf(fresh({ events }), [failed, analyzed, failed])).toEqual([
				[['message_failed']],
				[],
				[],
			]);
		});

		test('start the workflow when a retry fails again', async () => {
			const trigger = fresh({ events });
			expect(await eventsOf(trigger, [failed, retried, failed, analyzed])).toEqual([
				[['message_failed']],
				[],
				[['message_failed']],
				[],
			]);
			expect(trigger.setup.staticData.seen).toEqual(['message_failed:1777']);
		});

		test('are forgotten in the stored data too when somebody retries the message', async () => {
			const trigger = fresh({ events });
			await trigger.receive(failed);
			await inNewProcess(async (node) => {
				const restarted = new Trigger({ ...trigger.setup, node });
				expect(await eventsOf(restarted, [analyzed, retried, failed])).toEqual([
					[],
					[],
					[['message_failed']],
				]);
			});
		});

		test('are forgotten by a process that did not hear of the retry', async () => {
			const trigger = fresh({ events });
			await trigger.receive(failed);
			await inNewProcess(async (node) => {
				const other = new Trigger({ ...trigger.setup, node });
				await other.receive(retried);
				trigger.setup.staticData = other.setup.staticData;
			});
			expect(await eventsOf(trigger, [failed, failed])).toEqual([[['message_failed']], []]);
			expect(trigger.setup.staticData.seen).toEqual(['message_failed:1777']);
		});

		test('start the workflow once for each status', async () => {
			const delivered = again('delivered', {});
			const read = again('read', {});
			expect(
				await eventsOf(fresh({ events }), [delivered, delivered, read, delivered, read]),
			).toEqual([[['message_delivered']], [], [['message_read']], [], []]);
		});

		test('leave the other events of the delivery', async () => {
			const trigger = fresh({ events: [...events, 'message_updated'], loop_guard: false });
			expect(await eventsOf(trigger, [failed, analyzed, analyzed])).toEqual([
				[['message_failed', 'message_updated']],
				[['message_updated']],
				[],
			]);
		});
	});
});
