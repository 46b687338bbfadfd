import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { badInput } from '../../shared/faults';
import { unlessGone } from '../../shared/steps';
import { parsedUrl } from '../../shared/values';
import { staticDataOf, modeOf, type Mode, type ServerAccount } from '../staticData';
import { BRIEFLY, ONCE, reach } from '../reach';
import { addressWith, mustBeReached, ownershipOf } from './address';
import { arrivedOf, refusalOf } from './authenticity';
import { isByHand, signedByHandWith } from './connection';
import type { LifeCycle, TriggerSettings } from './source';
import { accountApiOf, secretUrl, type AccountApi, type SecretUrl } from './sourceData';

/** A record in Chatwoot that has one webhook URL: an agent bot or an API inbox. */
export interface Holder {
	id: number;
	name: string;
	url: string | null;
	/** Key with which newer releases sign calls; undefined for users who are not administrators. */
	secret?: string | null;
}

/** Inboxes that a holder is connected to. */
interface Links {
	wanted: (settings: TriggerSettings) => number[];
	/** The holder that is connected to the inbox; undefined if none is. */
	ownerOf: (api: AccountApi, inbox: number) => Promise<Pick<Holder, 'id' | 'name'> | undefined>;
	/** Connects an inbox. @param holder null to disconnect it */
	link: (api: AccountApi, inbox: number, holder: number | null) => Promise<unknown>;
}

/** A kind of record that has one webhook URL, and how it is read and written. */
export interface HolderKind {
	/** Key of its data in the workflow. */
	name: string;
	/** Its name in sentences. */
	noun: string;
	list: (api: AccountApi) => Promise<Holder[]>;
	/**
	 * Finds the record to use, or creates it.
	 * @param isTriggerAddress whether a URL belongs to this trigger
	 */
	take: (
		api: AccountApi,
		settings: TriggerSettings,
		all: Holder[],
		isTriggerAddress: (url: string | null) => boolean,
	) => Promise<Holder>;
	write: (api: AccountApi, id: number, url: string | null) => Promise<unknown>;
	links?: Links;
}

/** Data stored with the workflow. Chatwoot itself knows which record has the URL. */
interface SourceData extends SecretUrl {
	/** Id of the record. */
	id: number;
}

/** The data inside a URL of this trigger. */
interface MarkedAddress {
	mode: Mode;
	/** The previous URL, which a test replaced. */
	before: string | null;
	/** Inboxes that this node connected. */
	linked: number[];
}

function markedAddressOf(context: IHookFunctions, url: string | null): MarkedAddress | undefined {
	if (!url) return undefined;
	const { isHere, isMarked, query } = ownershipOf(context, url);
	if (!isHere && !isMarked) return undefined;
	return {
		mode: (query.get('mode') ?? staticDataOf(context).mode) as Mode,
		before: query.get('before'),
		linked: (query.get('inboxes') ?? '').split(',').filter(Boolean).map(Number),
	};
}

/** The inboxes that this node connected in a mode. The URL of a test contains the URL of production. */
function linkedIn(context: IHookFunctions, url: string | null, mode: Mode): number[] {
	const marked = markedAddressOf(context, url);
	if (!marked) return [];
	const inside = linkedIn(context, marked.before, mode);
	return marked.mode === mode || mode === 'production' ? [...marked.linked, ...inside] : inside;
}

function shown(url: string): string {
	const parsed = parsedUrl(url);
	return parsed ? parsed.origin + parsed.pathname : url;
}

const listed = (inboxes: number[]) => [...new Set(inboxes)].sort((a, b) => a - b).join(',');

/**
 * The life cycle of a source whose record has only one webhook URL. While a test listens, the record has the
 * URL of the test, which contains the previous URL and restores it at the end. The connected inboxes are also
 * part of the URL, so nothing has to be remembered elsewhere.
 */
export function oneAddress(kind: HolderKind): LifeCycle {
	const { noun, links } = kind;
	const stored = secretUrl<SourceData>(kind.name);

	/** @returns the inboxes to connect @throws BadInput if an inbox is connected to another record */
	async function unlinked(api: AccountApi, holder: Holder, settings: TriggerSettings) {
		const left: number[] = [];
		for (const inbox of links?.wanted(settings) ?? []) {
			const owner = await links!.ownerOf(api, inbox);
			if (owner && owner.id !== holder.id && settings.sourceSettings.replace_address !== true)
				throw badInput(
					`Inbox ${inbox} already has the ${noun} ${owner.name}: disconnect it in Chatwoot, or enable Options → Replace Address`,
				);
			if (owner?.id !== holder.id) left.push(inbox);
		}
		return left;
	}

	async function unlink(api: AccountApi, holder: Holder, inboxes: number[]): Promise<void> {
		for (const inbox of inboxes) {
			const owner = await unlessGone(links!.ownerOf(api, inbox));
			if (owner?.id === holder.id) await unlessGone(links!.link(api, inbox, null));
		}
	}

	/** Removes what this trigger registered in a mode. */
	async function release(context: IHookFunctions, api: AccountApi, holder: Holder, mode: Mode) {
		const marked = markedAddressOf(context, holder.url);
		if (!marked) return;
		if (marked.mode === mode) {
			// First, or Chatwoot would wait for a holder without a URL.
			await unlink(api, holder, marked.linked);
			await unlessGone(kind.write(api, holder.id, marked.before || null));
		} else if (mode === 'production' && markedAddressOf(context, marked.before)) {
			// While a test listens: it must not restore the URL of production at its end.
			const url = new URL(String(holder.url));
			url.searchParams.delete('before');
			const inboxes = listed([...marked.linked, ...linkedIn(context, marked.before, mode)]);
			if (inboxes) url.searchParams.set('inboxes', inboxes);
			await unlessGone(kind.write(api, holder.id, url.href));
		}
	}

	const forgetIfMoved = (context: IHookFunctions, here: ServerAccount): void =>
		stored.forgetIfMoved(context, here, {
			subject: `The URL of this n8n in the ${noun} ${stored.dataOf(context).id}`,
			cure: links
				? `remove it there, and disconnect the ${noun} from its inboxes`
				: 'remove it there',
		});

	/** What is registered in Chatwoot for this trigger; empty if no URL belongs to it. */
	async function findRegistration(context: IWebhookFunctions): Promise<Partial<SourceData>> {
		const api = accountApiOf(context, await reach(context, BRIEFLY));
		for (const { id, url, secret: key } of await kind.list(api)) {
			const { isMarked, query } = ownershipOf(context, url ?? '');
			const secret = query.get('secret');
			if (isMarked && secret)
				return { secret, signingSecret: key || undefined, id, registeredAt: api.here };
		}
		return {};
	}

	async function register(context: IHookFunctions, settings: TriggerSettings): Promise<void> {
		const api = accountApiOf(context, await reach(context));
		await mustBeReached(context, settings);
		const isTriggerAddress = (url: string | null) => markedAddressOf(context, url) !== undefined;
		const all = await kind.list(api);
		const holder = await kind.take(api, settings, all, isTriggerAddress);
		if (
			holder.url &&
			!isTriggerAddress(holder.url) &&
			settings.sourceSettings.replace_address !== true
		)
			throw badInput(
				`The ${noun} ${holder.name} already has another URL, ${shown(holder.url)}: remove it in Chatwoot, choose another ${noun}, or enable Options → Replace Address`,
			);
		const mode = modeOf(context);
		const left = await unlinked(api, holder, settings);
		forgetIfMoved(context, api.here);
		const secret = stored.secretOf(context);
		const before = linkedIn(context, holder.url, mode);
		const wanted = links?.wanted(settings) ?? [];
		const marked = markedAddressOf(context, holder.url);
		const url = addressWith(context, {
			mode,
			inboxes: listed([...before.filter((inbox) => wanted.includes(inbox)), ...left]),
			before: mode === 'test' ? ((marked?.mode === 'test' ? marked.before : holder.url) ?? '') : '',
			secret,
		});
		// Stored before Chatwoot knows the URL and can call it.
		const signingSecret = holder.secret || undefined;
		stored.store(context, { secret, signingSecret, id: holder.id, registeredAt: api.here });
		if (url !== holder.url) await kind.write(api, holder.id, url);
		for (const inbox of left) await links?.link(api, inbox, holder.id);
		await unlink(
			api,
			holder,
			before.filter((inbox) => !wanted.includes(inbox)),
		);
		for (const other of all) if (other.id !== holder.id) await release(context, api, other, mode);
	}

	return {
		// `register` compares first, and changes only what differs.
		isRegistered: async (context) => isByHand(context),
		register,
		unregister: async (context) => {
			if (isByHand(context)) return;
			const { mode = 'production' } = staticDataOf(context);
			// While n8n removes a test's webhook, no other test can begin.
			const api = accountApiOf(context, await reach(context, mode === 'test' ? ONCE : undefined));
			forgetIfMoved(context, api.here);
			for (const holder of await kind.list(api)) await release(context, api, holder, mode);
			if (mode !== 'test') stored.isRemovedFrom(context, api.here);
		},
		mayBeRegistered: (context) => !isByHand(context) && stored.mayBeRegistered(context),
		registeredAt: (context) => (isByHand(context) ? undefined : stored.registeredAt(context)),
		renew: async (context) =>
			await stored.renewedBy(context, async () => await findRegistration(context)),
		refusalOf: (context) =>
			isByHand(context)
				? refusalOf(arrivedOf(context), { signingKey: signedByHandWith(context) })
				: stored.refusalOf(context),
	};
}
