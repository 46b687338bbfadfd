import { NodeHelpers, type IDataObject, type INode, type INodeProperties } from 'n8n-workflow';
import { CustomerConversationTrigger } from '../../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { events, offered } from '../../../nodes/shared/events/events';
import { panel } from '../../../nodes/CustomerConversationTrigger/settings';
import { sources } from '../../../nodes/CustomerConversationTrigger/sources';
import { deliveries, delivery, releases, type Release } from '../../../truth/recordings';
import { newestVersionOf } from '../../../truth/surfaces';
import { CHOSEN, SECRET, Trigger } from '../../support/triggerNode';

const { account_webhook: accountWebhook } = sources;

/** What the service told a receiver. */
const recordedFor = (receiver: string, ...of: Release[]) =>
	[
		...new Set(
			of
				.flatMap((release) => deliveries(release))
				.filter((one) => one.receiver === receiver)
				.map(({ event }) => event),
		),
	].sort();

/** Sources whose events the user chooses. */
const CHOOSING = Object.keys(sources).filter((name) => sources[name].begins);

describe('events', () => {
	test.each(CHOOSING)('of %s are those that were recorded there', (receiver) => {
		const { serviceEvents, since = {} } = sources[receiver];
		expect([...serviceEvents].sort()).toEqual(recordedFor(receiver, ...releases));
		expect(serviceEvents.filter((name) => events[name]?.from !== name)).toEqual([]);
		// No older release tells what is said to be newer.
		const newer = recordedFor(receiver, '4.10').filter((name) => name in since);
		expect(newer).toEqual([]);
		const missing = serviceEvents.filter((name) => !recordedFor(receiver, '4.10').includes(name));
		// 4.10 lets them be subscribed to, and never delivers them.
		const never = ['inbox_created', 'inbox_updated'].filter((name) => serviceEvents.includes(name));
		expect(missing.sort()).toEqual([...Object.keys(since), ...never].sort());
	});

	test('are offered by who is told what they are worked out of, and by no one else', () => {
		expect(Object.keys(offered(['contact_updated'])).sort()).toEqual([
			'contact_changed',
			'contact_updated',
		]);
		const others = Object.keys(events).filter((name) => !CHOSEN.includes(name));
		expect(others).toEqual([
			...['conversation_opened', 'conversation_resolved', 'macro_executed', 'rule_executed'],
			// Only polling finds these.
			...['customer_silent', 'team_silent'],
		]);
	});
});

describe('the choice', () => {
	test.each<[string, IDataObject, RegExp]>([
		[
			'an event is not told here',
			{ source: 'agent_bot', connection: 'by_hand', events: ['contact_created'] },
			/: Events cannot contain contact_created: choose from [\w, ]*conversation_opened/,
		],
		[
			'a field of it is empty',
			{ source: 'agent_bot', agent_bot: 'new', bot_name: '', events: ['customer_wrote'] },
			/: Bot Name is empty: fill it in$/,
		],
		[
			'there is no such source',
			{ source: 'x', events: ['message_created'] },
			/: Source must be one of account_webhook, agent_bot, api_inbox, macro_or_rule$/,
		],
	])('is refused where %s', async (_, parameters, message) => {
		const trigger = new Trigger({ parameters, staticData: {} });
		await expect(trigger.activate()).rejects.toThrow(message);
		expect(trigger.setup.staticData.mode).toBe('production');
	});

	test('a workflow without a choice goes on with the account webhook', async () => {
		const trigger = new Trigger({ parameters: { events: ['message_created'], loop_guard: false } });
		const { items } = await trigger.receive(delivery('message_created--incoming').body);
		expect(items).toHaveLength(1);
		expect(trigger.setup.staticData).toMatchObject({ secret: SECRET, seen: [items[0].event_key] });
	});

	describe('in the panel', () => {
		const named = (all: INodeProperties[], name: string) => all.filter((one) => one.name === name);
		const only = (source: string, choice = 'source') => ({ show: { [choice]: [source] } });
		const all = panel(sources);
		const { description } = new CustomerConversationTrigger();
		/** What n8n shows of the node where these values are stored. */
		function shown(parameters: IDataObject) {
			const node = {
				parameters,
				typeVersion: newestVersionOf(description.name),
			} as unknown as INode;
			const [credential] = description.credentials ?? [];
			const full = NodeHelpers.getNodeParameters(
				description.properties,
				parameters as INode['parameters'],
				true,
				false,
				node,
				description,
			);
			return {
				credential: NodeHelpers.displayParameter(full ?? {}, credential, node, description),
				names: Object.keys(full ?? {}),
				events: full?.events,
			};
		}

		test('one source alone shows no choice', () => {
			const alone = panel({ account_webhook: accountWebhook });
			expect(named(alone, 'source')).toEqual([]);
			const inside = alone.flatMap((one) => [one, ...((one.options ?? []) as INodeProperties[])]);
			expect(inside.filter(({ displayOptions }) => displayOptions?.show)).toEqual([]);
		});

		test('several show a choice, and each its own', () => {
			expect(named(all, 'source')).toMatchObject([
				{ default: 'account_webhook', noDataExpression: true },
			]);
			for (const [name, having] of [
				['notice', Object.keys(sources)],
				['events', CHOOSING],
			] as const)
				expect(named(all, name).map(({ displayOptions }) => displayOptions)).toEqual(
					having.map((source) => only(source)),
				);
			// n8n would ask for it where another source is chosen, too.
			expect(
				all.filter(({ displayOptions, required }) => displayOptions?.show && required),
			).toEqual([]);
		});

		test('a workflow that has chosen none has what it had', () => {
			const { names, credential, events: chosen } = shown({});
			expect(credential).toBe(true);
			expect(chosen).toEqual([]);
			expect(names.filter((name) => !['notice', 'reachability', 'source'].includes(name))).toEqual([
				...['events', 'loop_guard', 'filters', 'options', 'simplify', 'account_id'],
			]);
		});

		test.each([
			['agent_bot', ['customer_wrote'], ['agent_bot', 'agent_bot_id', 'bot_inbox_ids']],
			['api_inbox', ['message_created'], ['api_inbox_id']],
		])('%s asks for a credential only where the node connects it', (source, begins, fields) => {
			const byNode = shown({ source });
			expect(byNode.credential).toBe(true);
			expect(byNode.names).toEqual(expect.arrayContaining([...fields, 'account_id']));
			expect(byNode.names).not.toContain('signing_secret');
			expect(byNode.events).toEqual(begins);
			const byHand = shown({ source, connection: 'by_hand' });
			expect(byHand.credential).toBe(false);
			expect(byHand.names).toContain('signing_secret');
			for (const name of [...fields, 'account_id']) expect(byHand.names).not.toContain(name);
			// What another source had stored does not count.
			expect(shown({ connection: 'by_hand' }).credential).toBe(true);
		});

		test('only what a release tells is offered for it', () => {
			const [, ofBots] = named(all, 'events');
			const hints = (ofBots.options as Array<{ value: string; description?: string }>)
				.filter(({ description }) => description?.includes('4.16'))
				.map(({ value }) => value);
			expect(hints).toContain('conversation_status_changed');
			expect(hints).toContain('conversation_became_pending');
			expect(hints).not.toContain('conversation_opened');
			expect(hints).not.toContain('customer_wrote');
		});

		test('n8n lists the events of the first source: it takes the first field named Event or Events', () => {
			const listed = all.find(({ displayName }) => /^(events?|trigger on)$/i.test(displayName));
			expect(listed).toBe(named(all, 'events')[0]);
		});

		test('its lists are searched', () => {
			const { listSearch } = new CustomerConversationTrigger().methods;
			expect(Object.keys(listSearch)).toEqual([
				...['accounts', 'agentBots', 'apiInboxes', 'macros', 'automationRules'],
			]);
		});

		test('an option of all stands there once, without a condition', () => {
			const [{ options }] = named(all, 'options');
			const conditions = (options as INodeProperties[]).map(({ name, displayOptions }) => [
				name,
				displayOptions,
			]);
			expect(conditions).toEqual([
				['address_is_reachable', undefined],
				['bots_turn_again_after', only('agent_bot', '/source')],
				['check_secret', only('account_webhook', '/source')],
				['drop_repeats', undefined],
				['only_messages_to_send', only('api_inbox', '/source')],
				['only_its_turn', only('agent_bot', '/source')],
				['read_message', undefined],
				['replace_address', { show: { '/source': ['agent_bot', 'api_inbox'] } }],
				['signing_secret', only('account_webhook', '/source')],
			]);
		});
	});
});
