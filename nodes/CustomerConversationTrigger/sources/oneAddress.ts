import { randomBytes } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { badInput } from '../../shared/faults';
import { unlessGone } from '../../shared/steps';
import type { Service } from '../../shared/transport/request';
import type { Request } from '../../shared/vocabulary';
import { keptOf, modeOf, type Mode, type ServerAccount, type Registered } from '../kept';
import { addressWith, BRIEFLY, mustBeReached, ONCE, ownershipOf, reach } from './address';
import { arrivedOf, refusalOf } from './authenticity';
import { forgetUnder, isByHand, keepUnder, keptUnder, signedByHandWith } from './connection';
import { hasMoved, isStanding, lookedUp, serverAccountOf } from '../serverAccount';
import type { Source, TriggerSettings } from './source';

/** A record of the service that has one address: a bot, an API inbox. */
export interface Holder {
	id: number;
	name: string;
	url: string | null;
	/** With which newer releases sign; undefined to who is no administrator. */
	secret?: string | null;
}

/** The way to the account. */
export interface Door {
	here: ServerAccount;
	/** `/api/v1/accounts/1` */
	root: string;
	send: (request: Pick<Request, 'method' | 'path' | 'body'>) => Promise<unknown>;
}

/** Inboxes that a holder works in beside having its address. */
export interface Links {
	wanted: (settings: TriggerSettings) => number[];
	/** Who has the inbox; undefined for nobody. */
	ownerOf: (door: Door, inbox: number) => Promise<Pick<Holder, 'id' | 'name'> | undefined>;
	/** @param holder none to take it away */
	link: (door: Door, inbox: number, holder: number | null) => Promise<unknown>;
}

/** A kind of record that has one address, and how it is read and written. */
export interface HolderKind {
	/** Under which its data is kept with the workflow. */
	name: string;
	/** In sentences. */
	noun: string;
	list: (door: Door) => Promise<Holder[]>;
	/**
	 * The one to take, made where it is missing.
	 * @param isOwn whether an address is this trigger's
	 */
	take: (
		door: Door,
		settings: TriggerSettings,
		all: Holder[],
		isOwn: (url: string | null) => boolean,
	) => Promise<Holder>;
	write: (door: Door, id: number, url: string | null) => Promise<unknown>;
	links?: Links;
}

/** What is kept with the workflow; which record it is stands at the service alone. */
interface Kept {
	/** In the address; the same however often the workflow is activated. */
	secret: string;
	signingSecret: string | undefined;
	/** Of the record. */
	id: number;
	/** Where it was registered last: nobody else knows the secrets. */
	registeredAt: Registered;
}

/** What an own address says. */
interface Own {
	mode: Mode;
	/** The address that a test put aside. */
	before: string | null;
	/** Inboxes that this node linked. */
	linked: number[];
}

function ownOf(context: IHookFunctions, url: string | null): Own | undefined {
	if (!url) return undefined;
	const { isHere, isMarked, query } = ownershipOf(context, url);
	if (!isHere && !isMarked) return undefined;
	return {
		mode: (query.get('mode') ?? keptOf(context).mode) as Mode,
		before: query.get('before'),
		linked: (query.get('inboxes') ?? '').split(',').filter(Boolean).map(Number),
	};
}

/** The inboxes that this node linked in a mode, as the address says; a test's has production's inside. */
function linkedIn(context: IHookFunctions, url: string | null, mode: Mode): number[] {
	const own = ownOf(context, url);
	if (!own) return [];
	const inside = linkedIn(context, own.before, mode);
	return own.mode === mode || mode === 'production' ? [...own.linked, ...inside] : inside;
}

const shown = (url: string) =>
	URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url;

const listed = (inboxes: number[]) => [...new Set(inboxes)].sort((a, b) => a - b).join(',');

function doorOf(context: IHookFunctions | IWebhookFunctions, service: Service): Door {
	const here = serverAccountOf(context, service);
	const needs = { role: 'administrator' } as const;
	return {
		here,
		root: `/api/v1/accounts/${here.account}`,
		send: async (request) => await service.send({ ...request, needs }),
	};
}

type Life = Pick<
	Source,
	'isRegistered' | 'register' | 'unregister' | 'mayStand' | 'registeredAt' | 'renew' | 'refusalOf'
>;

/**
 * The life of a source whose record at the service has one address. While a test listens it has it,
 * with the address before in its own, which comes back at the end. What is linked stands in the
 * address, too: nothing has to be remembered.
 */
export function oneAddress(kind: HolderKind): Life {
	const { noun, links } = kind;
	const keptIn = (context: Parameters<typeof keptUnder>[0]) => keptUnder<Kept>(context, kind.name);

	/** @throws BadInput where an inbox is somebody else's @returns those to link */
	async function unlinked(door: Door, holder: Holder, settings: TriggerSettings) {
		const left: number[] = [];
		for (const inbox of links?.wanted(settings) ?? []) {
			const owner = await links!.ownerOf(door, inbox);
			if (owner && owner.id !== holder.id && settings.own.replace_address !== true)
				throw badInput(
					`Inbox ${inbox} already has the ${noun} ${owner.name}: disconnect it in Chatwoot, or enable Options → Replace Address`,
				);
			if (owner?.id !== holder.id) left.push(inbox);
		}
		return left;
	}

	async function unlink(door: Door, holder: Holder, inboxes: number[]): Promise<void> {
		for (const inbox of inboxes) {
			const owner = await unlessGone(links!.ownerOf(door, inbox));
			if (owner?.id === holder.id) await unlessGone(links!.link(door, inbox, null));
		}
	}

	/** Takes away what this trigger has there in a mode. */
	async function release(context: IHookFunctions, door: Door, holder: Holder, mode: Mode) {
		const own = ownOf(context, holder.url);
		if (!own) return;
		if (own.mode === mode) {
			// First, or the holder would be called in vain.
			await unlink(door, holder, own.linked);
			await unlessGone(kind.write(door, holder.id, own.before || null));
		} else if (mode === 'production' && ownOf(context, own.before)) {
			// A test listens: what it links back at its end is nothing.
			const url = new URL(String(holder.url));
			url.searchParams.delete('before');
			const inboxes = listed([...own.linked, ...linkedIn(context, own.before, mode)]);
			if (inboxes) url.searchParams.set('inboxes', inboxes);
			await unlessGone(kind.write(door, holder.id, url.href));
		}
	}

	/** Forgets all, secrets too, if the credential leads elsewhere now. */
	function forgetIfMoved(context: IHookFunctions, here: ServerAccount): void {
		const { registeredAt, id } = keptIn(context);
		const isMoved = hasMoved(context, registeredAt, here, {
			what: `The URL of this n8n in the ${noun} ${id}`,
			cure: links
				? `remove it there, and disconnect the ${noun} from its inboxes`
				: 'remove it there',
		});
		if (isMoved) forgetUnder(context, kind.name);
	}

	/** What the service knows of this trigger; nothing if no address there is this trigger's. */
	async function standing(context: IWebhookFunctions): Promise<Partial<Kept>> {
		const door = doorOf(context, await reach(context, BRIEFLY));
		for (const { id, url, secret: key } of await kind.list(door)) {
			const { isMarked, query } = ownershipOf(context, url ?? '');
			const secret = query.get('secret');
			if (isMarked && secret)
				return { secret, signingSecret: key || undefined, id, registeredAt: door.here };
		}
		return {};
	}

	async function register(context: IHookFunctions, settings: TriggerSettings): Promise<void> {
		const door = doorOf(context, await reach(context));
		await mustBeReached(context, settings);
		const isOwn = (url: string | null) => ownOf(context, url) !== undefined;
		const all = await kind.list(door);
		const holder = await kind.take(door, settings, all, isOwn);
		if (holder.url && !isOwn(holder.url) && settings.own.replace_address !== true)
			throw badInput(
				`The ${noun} ${holder.name} already has another URL, ${shown(holder.url)}: remove it in Chatwoot, choose another ${noun}, or enable Options → Replace Address`,
			);
		const mode = modeOf(context);
		const left = await unlinked(door, holder, settings);
		forgetIfMoved(context, door.here);
		const { secret = randomBytes(32).toString('hex') } = keptIn(context);
		const before = linkedIn(context, holder.url, mode);
		const wanted = links?.wanted(settings) ?? [];
		const own = ownOf(context, holder.url);
		const url = addressWith(context, {
			mode,
			inboxes: listed([...before.filter((inbox) => wanted.includes(inbox)), ...left]),
			before: mode === 'test' ? ((own?.mode === 'test' ? own.before : holder.url) ?? '') : '',
			secret,
		});
		// Before the service knows the address, and may call it.
		const signingSecret = holder.secret || undefined;
		const stored = { secret, signingSecret, id: holder.id, registeredAt: door.here };
		keepUnder<Kept>(context, kind.name, stored);
		if (url !== holder.url) await kind.write(door, holder.id, url);
		for (const inbox of left) await links?.link(door, inbox, holder.id);
		await unlink(
			door,
			holder,
			before.filter((inbox) => !wanted.includes(inbox)),
		);
		for (const other of all) if (other.id !== holder.id) await release(context, door, other, mode);
	}

	return {
		// Registering looks first, and changes only what is otherwise.
		isRegistered: async (context) => isByHand(context),
		register,
		unregister: async (context) => {
			if (isByHand(context)) return;
			const { mode = 'production' } = keptOf(context);
			// While a test's is removed n8n stands still for every other test that begins.
			const door = doorOf(context, await reach(context, mode === 'test' ? ONCE : undefined));
			forgetIfMoved(context, door.here);
			for (const holder of await kind.list(door)) await release(context, door, holder, mode);
			if (mode !== 'test')
				keepUnder<Kept>(context, kind.name, { registeredAt: { ...door.here, isRemoved: true } });
		},
		mayStand: (context) => !isByHand(context) && isStanding(keptIn(context)),
		registeredAt: (context) => (isByHand(context) ? undefined : keptIn(context).registeredAt),
		renew: async (context) => {
			const found = await lookedUp(context, async () => await standing(context));
			if (found.secret) keepUnder<Kept>(context, kind.name, found);
		},
		refusalOf: (context) => {
			if (isByHand(context))
				return refusalOf(arrivedOf(context), { signingKey: signedByHandWith(context) });
			const { secret: value, signingSecret } = keptIn(context);
			return refusalOf(arrivedOf(context), { secret: { value }, signingKey: signingSecret });
		},
	};
}
