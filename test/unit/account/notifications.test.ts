import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { delay } from '../../support/clock';
import { recorded } from '../../support/faults';
import { json, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

/** The service, as far as notifications of one user ask for it. */
class Notifications {
	/** `POST read_all`, and so on. */
	readonly requests: string[] = [];
	readonly rows: IDataObject[];
	settings: IDataObject;

	/** @param count of notifications, each of a conversation of its own: number 1, id 1001 … */
	constructor(
		readonly release: Release,
		count = 0,
	) {
		const bodyOf = (op: string) => recording(op, 'ok', release).response.body as IDataObject;
		const { payload } = bodyOf('account.notification.list').data as { payload: IDataObject[] };
		this.rows = Array.from({ length: count }, (_, index) => ({
			...payload[0],
			...{ id: 500 + index, read_at: null, snoozed_until: null, primary_actor_id: 1001 + index },
			primary_actor: { ...(payload[0].primary_actor as IDataObject), id: index + 1 },
		}));
		this.settings = { ...bodyOf('account.notification_setting.get') };
	}

	/** Numbers of the conversations that have unread ones. */
	get unread() {
		const left = this.rows.filter(({ read_at }) => read_at === null);
		return left.map(({ primary_actor }) => (primary_actor as IDataObject).id);
	}

	private page(query: URLSearchParams) {
		const included = query.getAll('includes[]');
		const listed = this.rows.filter(
			({ read_at, snoozed_until }) =>
				(!read_at || included.includes('read')) && (!snoozed_until || included.includes('snoozed')),
		);
		const number = Number(query.get('page') ?? 1);
		const payload = listed.slice((number - 1) * 15, number * 15);
		return json({ data: { meta: { count: listed.length }, payload } });
	}

	/** As the service does it: what it does not find is no reason to mark less. */
	private readAll({ primary_actor_type, primary_actor_id }: IDataObject) {
		const found = this.rows.filter((row) => row.primary_actor_id === primary_actor_id);
		const marked = primary_actor_type === 'Conversation' && found.length ? found : this.rows;
		for (const row of marked) row.read_at = '2026-11-22T00:00:00.000Z';
		return { status: 200 };
	}

	readonly answer = ({ method, path, query, body }: Received) => {
		const place = path.split('/').slice(5).join('/');
		this.requests.push(`${method} ${place}`);
		const sent = body.length ? (JSON.parse(body.toString()) as IDataObject) : {};
		if (place === 'notifications') return this.page(new URLSearchParams(query));
		if (place === 'notifications/read_all') return this.readAll(sent);
		if (place === 'notification_settings') {
			// Both lists are written: one that is left out is emptied.
			const sentSettings = sent.notification_settings as IDataObject | undefined;
			const { selected_email_flags = [], selected_push_flags = [] } = sentSettings ?? this.settings;
			this.settings = { ...this.settings, selected_email_flags, selected_push_flags };
			return json(this.settings);
		}
		const isKnown = this.rows.length >= Number(/conversations\/(\d+)/.exec(place)?.[1]);
		return recorded('account.conversation.get', isKnown ? 'ok' : 'unknown-id', this.release);
	};

	async run(operation: string, parameters: IDataObject, items: IDataObject[] = [{}]) {
		const server = await listen(async (request) => {
			await delay(Math.random() * 5);
			return this.answer(request);
		});
		try {
			const inputs = items.map((item) => ({ json: item }));
			const { items: found, error } = await runAt(
				server.url,
				`notification.${operation}`,
				parameters,
				{ items: inputs },
			);
			return { items: found.map(({ json: item }) => item), error };
		} finally {
			await server.close();
		}
	}
}

test.each(releases)(
	'on %s Get Many tells numbers of conversations, not their ids',
	async (release) => {
		const { items } = await new Notifications(release, 40).run('getAll', { returnAll: true });
		const numbers = items.map((item) => item.conversation_id);
		expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
		expect(JSON.stringify(items)).not.toContain('1001');
	},
);

const parameters = { about: 'conversation', conversation_id: '={{ $json.id }}' };

describe.each(releases)('on %s Mark All as Read', (release) => {
	test('marks those of a conversation, whichever page shows them, and no others', async () => {
		const service = new Notifications(release, 40);
		const { items } = await service.run('markAllRead', parameters, [
			{ id: 40 },
			{ id: 3 },
			{ id: 20 },
		]);
		expect(items).toEqual([40, 3, 20].map((id) => ({ conversation_id: id, success: true })));
		const all = Array.from({ length: 40 }, (_, index) => index + 1);
		expect(service.unread).toEqual(all.filter((id) => ![40, 3, 20].includes(id)));
	});

	test('marks snoozed ones, too', async () => {
		const service = new Notifications(release, 2);
		service.rows[1].snoozed_until = '2100-01-01T00:00:00.000Z';
		await service.run('markAllRead', parameters, [{ id: 2 }]);
		expect(service.unread).toEqual([1]);
	});

	test('never marks everything where a conversation has none', async () => {
		const service = new Notifications(release, 3);
		await service.run('markAllRead', parameters, [{ id: 2 }]);
		const again = await service.run('markAllRead', parameters, [{ id: 2 }]);
		expect(again.items).toEqual([{ conversation_id: 2, success: true }]);
		expect(service.unread).toEqual([1, 3]);
		expect(service.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});

	test('nor where it does not exist, or nobody says which', async () => {
		const service = new Notifications(release, 3);
		const unknown = await service.run('markAllRead', parameters, [{ id: 99 }]);
		expect(unknown.error?.message).toMatch(/^Conversation 99 is not in account 1/);
		const none = await service.run('markAllRead', parameters, [{}]);
		expect(none.error?.message).toBe('Conversation is empty: the expression returned nothing');
		expect(service.unread).toEqual([1, 2, 3]);
	});

	test('marks all where that is asked for', async () => {
		const service = new Notifications(release, 3);
		const { items } = await service.run('markAllRead', { about: 'all' });
		expect([items, service.unread]).toEqual([[{ success: true }], []]);
	});
});

describe.each(releases)('on %s Update Settings', (release) => {
	const update = (list: string, flags: string[] | string) => ({
		update_fields: { [`selected_${list}_flags`]: flags },
	});

	test('leaves the other list as it is, with what only a newer release knows', async () => {
		const service = new Notifications(release);
		service.settings.selected_push_flags = ['push_of_tomorrow', 'push_conversation_mention'];
		await service.run('updateSettings', update('email', ['email_conversation_creation']));
		expect(service.settings).toMatchObject({
			selected_email_flags: ['email_conversation_creation'],
			selected_push_flags: ['push_of_tomorrow', 'push_conversation_mention'],
		});
	});

	test('takes several items in their order', async () => {
		const service = new Notifications(release);
		const flags = ['conversation_mention', 'conversation_creation', 'conversation_assignment'];
		const parameters = update('push', '={{ [$json.flag] }}');
		const items = flags.map((flag) => ({ flag: `push_${flag}` }));
		const { items: found, error } = await service.run('updateSettings', parameters, items);
		expect(error).toBeUndefined();
		expect(found.map((item) => item.selected_push_flags)).toEqual(items.map(({ flag }) => [flag]));
		expect(service.settings.selected_push_flags).toEqual(['push_conversation_assignment']);
	});

	test('asks for nothing first where both are given', async () => {
		const service = new Notifications(release);
		const both = { selected_email_flags: [], selected_push_flags: ['push_conversation_mention'] };
		await service.run('updateSettings', { update_fields: both });
		expect(service.requests).toEqual(['PATCH notification_settings']);
		expect(service.settings).toMatchObject(both);
	});
});
