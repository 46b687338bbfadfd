/** `npm run test:live`: runs our operations on a real server and reads back what it stored. */
import { command, inAccount, SCENARIO_OPTIONS, type Work, type Worker } from './account';
import { badInput } from '../nodes/shared/faults';
import { channelNames } from '../test/fake/providers';
import { isBad, tableOf, type Seen } from '../test/support/messageMatrix';
import { proveChannels } from './channels/prove';
import { receiver } from './channels/receiver';
import { keepChannels } from './channels/kept';
import { doorOf } from './door';
import { inN8n } from './n8n';
import { runProgram, type Flags, type Outcome, type Program } from './options';
import { prove, type Finding } from './prove';
import { countsInWords, countsOf, keep, reportOf, verdictsOf, WORDS, type Counts } from './report';
import { provePolling } from './polling';
import { SOURCES } from './sources';
import { proveTrigger } from './trigger';

const PROGRAM: Program = {
	name: 'test:live',
	does: 'Runs operations at a server and reads back, in another way, what it stored. It makes records of its own in the account, marked with live- and a number, and removes them at the end.',
	options: {
		...SCENARIO_OPTIONS,
		n8n: {
			hint: 'Run each scenario as one workflow in a real n8n, which is installed here (minutes)',
		},
		only: {
			value: 'contact,label',
			hint: 'Only scenarios that run operations of these resources; trigger and polling are two',
		},
		'webhook-url': {
			value: 'http://…',
			hint: 'Address under which the server can call this machine, for the trigger',
		},
		keep: {
			value: 'folder',
			hint: 'Write what was found into <folder>/<release>/live.json; folder truth is what the pages show. Only with --everything and without --only',
		},
		channels: {
			hint: 'Instead of operations, send messages through all channels of a server whose providers are stand-ins, and judge what left',
		},
		receive: {
			value: '127.0.0.1:PORT',
			hint: 'Where the server sends messages for WhatsApp, by HTTP; with --channels',
		},
		'receive-https': {
			value: '127.0.0.2:443',
			hint: 'Where the host names of the other providers lead; with --channels',
		},
		certificate: { value: 'file.pem', hint: 'Certificate for these names, with its key' },
		'receive-mail': {
			value: '127.0.0.1:PORT',
			hint: 'Where the server sends mails; with --channels',
		},
		listen: { value: 'PORT', hint: "Port of this machine to which it leads, if not the address's" },
	},
};

/** One line per operation; a wrong one also shows what was sent, expected and found. */
function matrix(findings: Finding[]): string {
	const width = Math.max(0, ...findings.map(({ operation }) => operation.length));
	const lines = findings.flatMap(
		({ operation, verdict, reason, scenario, expected, found, sent }) => [
			`${operation.padEnd(width)}  ${WORDS[verdict]}${reason ? `: ${reason}` : ''}`,
			...(verdict === 'wrong'
				? [
						`    in      ${scenario}`,
						`    sent    ${(sent ?? []).join('\n            ')}`,
						`    wanted  ${JSON.stringify(expected) ?? 'no error'}`,
						`    found   ${JSON.stringify(found) ?? 'nothing'}`,
					]
				: []),
		],
	);
	const { operations, checks } = countsOf(verdictsOf(findings));
	const counted = (name: string, counts: Counts) =>
		Object.values(counts).some(Boolean) ? [`${name}: ${countsInWords(counts)}`] : [];
	return [
		...lines,
		'',
		...counted('Checks of triggers and polling', checks),
		...counted('Operations', operations),
	].join('\n');
}

/** Sends messages through the channels of a server. */
async function throughChannels({ text }: Flags, { server, only, setting }: Work): Promise<Outcome> {
	const at = (name: string) => text(name);
	if (!at('receive')) throw badInput('--channels needs --receive');
	const release = server.release ?? '';
	const taking = await receiver({
		http: at('receive'),
		https: at('receive-https'),
		certificate: at('certificate'),
		mail: at('receive-mail'),
	});
	try {
		const done = (some: Seen[]) => {
			if (at('keep')) setting.say(keepChannels(at('keep'), release, some));
		};
		const { seen, leftOut } = await proveChannels(setting, taking, release, only, done);
		const missing = Object.entries(leftOut).map(([name, why]) => `${name}: not tried, ${why}`);
		return {
			status: seen.some(isBad) ? 1 : 0,
			text: [tableOf(seen, [release]), ...missing].join('\n'),
		};
	} finally {
		await taking.close();
	}
}

/** Its exit status is 1 if something is wrong, 2 if nothing was done. */
export const testLive: Worker = async (args, environment, say, signal) =>
	await runProgram(PROGRAM, args, environment, async (flags) => {
		const { text, has } = flags;
		const folder = text('keep');
		if (folder && !has('channels') && (!has('everything') || text('only')))
			throw badInput('--keep is for a whole run: with --everything, without --only');
		const others = ['trigger', 'polling'];
		if (has('channels')) {
			const act = async (work: Work) => await throughChannels(flags, work);
			return await inAccount(flags, say, signal, act, channelNames);
		}
		const act = async ({ server, only, list, setting }: Work) => {
			const address = text('webhook-url');
			const door = await doorOf(address, text('listen'), server);
			const { access, agent } = setting;
			const begin = has('n8n') ? await inN8n(access, agent) : undefined;
			// This is first because its port may be in use.
			const ofTrigger: Finding[] = [];
			for (const source of !only.length || only.includes('trigger') ? SOURCES : [])
				ofTrigger.push(
					...(await proveTrigger({ ...setting, door, source, release: server.release })),
				);
			const ofPolling = !only.length || only.includes('polling') ? await provePolling(setting) : [];
			const ofOperations = await prove(list, { ...setting, begin });
			const findings = [...ofOperations, ...ofTrigger, ...ofPolling];
			if (folder && !setting.signal?.aborted)
				keep(folder, server, Boolean(agent), findings).forEach(say);
			return {
				status: findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0,
				text: has('json')
					? JSON.stringify(reportOf(server, findings, [address]), null, '\t')
					: matrix(findings),
			};
		};
		return await inAccount(flags, say, signal, act, others);
	});

if (require.main === module) void command(testLive);
